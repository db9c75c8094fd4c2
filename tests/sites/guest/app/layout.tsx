import type { ReactNode } from 'react';
import './team.css';

export const metadata = { title: 'Team' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
