import type { NextPageContext } from 'next';
import Head from 'next/head';
import type { Rejection } from '../candor/server/rejected-request';
import { reporter } from '../candor/server/server-context';
import { shownDigestOf } from '../candor/server/shown-digest';
import { ReferenceLine } from '../candor/screens/reference-line';
import { applicationErrorMessage } from '../candor/screens/error-message';

type Props = { digest?: string; host?: string; rejection?: Rejection };

/** The last resort: for what fails where no screen of the app can be rendered. Sent without any script. */
export default function LastResort({ digest, host, rejection }: Props) {
  if (rejection) return <Refused {...rejection} />;
  return (
    <main>
      <Head>
        <title>Something went wrong · Candor</title>
      </Head>
      <h1>Something went wrong</h1>
      <p>{applicationErrorMessage(digest && host ? 'server' : undefined, host)}</p>
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

const explanations: Record<Rejection['status'], string> = {
  400: 'What was sent is incomplete or malformed, so this site could not read it.',
  403: 'What was sent came from another site. This site accepts it from its own pages only.',
  413: 'What was sent is larger than this site accepts.',
};

/** For what only its sender is to blame for: there is no failure, so there is no reference. */
function Refused({ status }: Rejection) {
  return (
    <main>
      <Head>
        <title>Request not accepted · Candor</title>
      </Head>
      <h1>Request not accepted</h1>
      <p>
        {explanations[status]} Nothing was done with it, and nothing is broken. ({status})
      </p>
      {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- there is no script here to follow a Link. */}
      <a href="/">Go to the home page</a>
    </main>
  );
}

LastResort.getInitialProps = ({ err, req, res, pathname }: NextPageContext): Props => {
  if (!err || !req || !res) return {};
  const { failures, rejections } = reporter();
  const rejection = rejections?.rejectionOf(err);
  if (rejection) {
    res.statusCode = rejection.status;
    return { rejection };
  }
  const { url: path = pathname, method = 'GET', headers } = req;
  void failures.requestFailed(err, { path, method, headers, route: pathname, routeType: 'last-resort' });
  res.statusCode = 500;
  return { digest: shownDigestOf(err), host: hostName(headers.host) };
};

/** The host's name without port, if the header holds one: it comes from outside. */
function hostName(header: string | undefined): string | undefined {
  return /^([\w.-]{1,253}|\[[0-9a-f:.]+\])(:\d+)?$/i.exec(header ?? '')?.[1];
}

export const config = { unstable_runtimeJS: false };
