import type { Metadata, Viewport } from 'next';
import './globals.css';

export const metadata: Metadata = {
  title: 'Candor',
  description: 'A site that tells you the truth when something breaks.',
  icons: {
    icon: '/icon.svg',
    // Next leaves the body of a failed document empty until scripts have run, and keeps the metadata: so this
    // stylesheet speaks meanwhile.
    other: [{ rel: 'stylesheet', url: '/without-scripts.css' }],
  },
};

/** The grounds of app/globals.css, for what the browser draws around the page. */
export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbf9f4' },
    { media: '(prefers-color-scheme: dark)', color: '#14171b' },
  ],
};

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
