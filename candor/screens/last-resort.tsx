import Head from 'next/head';
import { reportForLastResort, type LastResortProps } from '../server/last-resort-props';
import type { Rejection } from '../server/rejected-request';
import { applicationErrorMessage } from './error-message';
import { ReferenceLine } from './reference-line';

/** The last resort, for errors where no screen of the app can be rendered. It is sent without any script. */
export function LastResort(props: LastResortProps) {
  if (props.state === 'rejected') return <Rejected {...props.rejection} />;
  const { digest, host } = props.state === 'failed' ? props : {};
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

LastResort.getInitialProps = reportForLastResort;

const explanations: Record<Rejection['status'], string> = {
  400: 'What was sent is incomplete or malformed, so this site could not read it.',
  403: 'What was sent came from another site. This site accepts it from its own pages only.',
  413: 'What was sent is larger than this site accepts.',
};

/** For a request that is only its sender's fault. It is no failure, so it has no reference. */
function Rejected({ status }: Rejection) {
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
