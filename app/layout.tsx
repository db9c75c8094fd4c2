import type { Metadata, Viewport } from 'next';
import { themeColors } from '../candor/screens/theme-colors';
import './globals.css';

export const metadata: Metadata = {
  title: 'Candor',
  description: 'A site that tells you the truth when something breaks.',
  icons: {
    icon: '/icon.svg',
    // Next leaves the body of a failed document empty until scripts have run, but keeps the metadata. Until then this
    // stylesheet shows the text.
    other: [{ rel: 'stylesheet', url: '/without-scripts.css' }],
  },
};

export const viewport: Viewport = { colorScheme: 'light dark', themeColor: themeColors };

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
