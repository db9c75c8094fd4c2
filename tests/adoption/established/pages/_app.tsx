import type { AppProps } from 'next/app';

export default function OwnApp({ Component, pageProps }: AppProps) {
  return (
    <div id="own-app">
      <Component {...pageProps} />
    </div>
  );
}
