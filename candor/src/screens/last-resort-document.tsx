// eslint-disable-next-line @next/next/no-document-import-in-page -- pages/_document.tsx re-exports this component.
import { Head, Html, Main, NextScript } from 'next/document';

/** The document of the Pages Router: of the last resort, and of an application's pages. `NextScript` is empty for the last resort (see `pages/_error`), except in `next dev`. */
export function LastResortDocument() {
  return (
    <Html lang={CANDOR_LANG}>
      <Head />
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
