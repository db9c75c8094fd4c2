import type { AppProps } from 'next/app';
import Script from 'next/script';
import { note } from '../parts/note';

export default function App({ Component, pageProps }: AppProps) {
  return (
    <>
      <Component {...pageProps} />
      <Script id="of-app">{note('of-app')}</Script>
    </>
  );
}
