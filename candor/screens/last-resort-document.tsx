// eslint-disable-next-line @next/next/no-document-import-in-page -- pages/_document.tsx re-exports this component.
import { Head, Html, Main, NextScript } from 'next/document';
import { lastResortStyle } from './last-resort-style';

/** The document of the last resort. `NextScript` is empty for it (see `pages/_error`), except in `next dev`. */
export function LastResortDocument() {
  return (
    <Html lang={CANDOR_LANG}>
      <Head>
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14171b" />
        <link rel="icon" href={CANDOR_ICON} />
        <style dangerouslySetInnerHTML={{ __html: lastResortStyle }} />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
