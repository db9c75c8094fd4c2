import type { AppProps } from 'next/app';
import Script from 'next/script';

export default function App({ Component, pageProps }: AppProps) {
  return (
    <>
      <Component {...pageProps} />
      <Script id="of-app">{`(window.ran ||= []).push('of-app');`}</Script>
    </>
  );
}
