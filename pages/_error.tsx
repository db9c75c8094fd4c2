import type { NextPageContext } from 'next';
import Head from 'next/head';
import { reporter } from '../app/_reporting/reporter';
import { shownDigestOf } from '../app/_reporting/shown-digest';
import { ReferenceLine } from '../app/_screens/reference-line';
import { applicationErrorSentence } from '../app/_screens/sentence';

type Props = { digest?: string; host?: string };

/** The last resort: for what fails where no screen of the app can be rendered. Sent without any script. */
export default function LastResort({ digest, host }: Props) {
  return (
    <main>
      <Head>
        <title>Something went wrong · Candor</title>
      </Head>
      <h1>Something went wrong</h1>
      <p>{applicationErrorSentence(digest && host ? 'server' : undefined, host)}</p>
      {digest && (
        <>
          <p>
            This is the site’s fault, not yours. If you ask for help, quote this reference. It leads to what happened
            just now.
          </p>
          <ReferenceLine text={`Digest: ${digest}`} />
        </>
      )}
      {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- there is no script here to follow a Link. */}
      <a href="/">Go to the home page</a>
    </main>
  );
}

LastResort.getInitialProps = ({ err, req, res, pathname }: NextPageContext): Props => {
  if (!err || !req || !res) return {};
  const { url: path = pathname, method = 'GET', headers } = req;
  void reporter().failures.requestFailed(err, { path, method, headers, route: pathname, routeType: 'last-resort' });
  res.statusCode = 500;
  return { digest: shownDigestOf(err), host: hostName(headers.host) };
};

/** The host's name without port, if the header holds one: it comes from outside. */
function hostName(header: string | undefined): string | undefined {
  return /^([\w.-]{1,253}|\[[0-9a-f:.]+\])(:\d+)?$/i.exec(header ?? '')?.[1];
}

export const config = { unstable_runtimeJS: false };
