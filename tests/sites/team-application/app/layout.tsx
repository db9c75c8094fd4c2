import type { Metadata } from 'next';
import localFont from 'next/font/local';
import { notFound } from 'next/navigation';
import { ThemeProvider } from 'next-themes';
import './team.css';

const sans = localFont({ src: '../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', variable: '--font-sans' });

export const metadata: Metadata = { title: { default: 'Team', template: '%s · Team' } };

export const viewport = { width: 'device-width', initialScale: 1 };

const themeScript = `(function(){try{var t=localStorage.getItem('theme');document.documentElement.classList.toggle('dark',t==='dark')}catch(e){}document.documentElement.dataset.flash='ran'})()`;

export default function RootLayout({ children }: { children: React.ReactNode }) {
  if (process.env.ROOT_LAYOUT === 'not-found') notFound();
  if (process.env.ROOT_LAYOUT === 'throws') throw new Error('Sample error: the root layout failed.');
  return (
    <html lang="en" suppressHydrationWarning className={sans.variable}>
      <head>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        <ThemeProvider>{children}</ThemeProvider>
      </body>
    </html>
  );
}
