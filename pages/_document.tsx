import { Head, Html, Main } from 'next/document';
import { lastResortStyle } from '../app/_screens/last-resort-style';

/** The document of the last resort: no script, no request for anything else. */
export default function Document() {
  return (
    <Html lang="en">
      <Head>
        <meta name="robots" content="noindex" />
        <style dangerouslySetInnerHTML={{ __html: lastResortStyle }} />
      </Head>
      <body>
        <Main />
      </body>
    </Html>
  );
}
