import { Head, Html, Main, NextScript } from 'next/document';

export default function OwnDocument() {
  return (
    <Html lang="en">
      <Head />
      <body className="own-document">
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
