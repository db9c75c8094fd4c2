import type { Metadata, Viewport } from 'next';
import { themeColors } from 'candor/dist/screens/theme-colors';
import './globals.css';

export const metadata: Metadata = {
  title: 'Candor',
  description: 'A site that tells you the truth when something breaks.',
  icons: { icon: '/icon.svg' },
};

export const viewport: Viewport = { colorScheme: 'light dark', themeColor: themeColors };

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
