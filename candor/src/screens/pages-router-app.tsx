import type { AppProps } from 'next/app';

/** The `_app` of the Pages Router. Next's own has a `getInitialProps`. */
export function PagesRouterApp({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
