import { Head, Html, Main, NextScript } from 'next/document';

export default function Document() {
  return (
    <Html lang="en" data-document="of-team">
      <Head />
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
