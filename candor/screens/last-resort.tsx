import Head from 'next/head';
import type { ReactNode } from 'react';
import { reportForLastResort, type LastResortProps } from '../server/last-resort-props';
import type { Rejection } from '../server/rejected-request';
import { applicationErrorMessage } from './error-message';
import { ReferenceLine } from './reference-line';

/** The last resort, for errors where no screen of the app can be rendered. It is sent without any script. */
export function LastResort(props: LastResortProps) {
  if (props.state === 'rejected') return <Rejected {...props.rejection} />;
  const { digest, host } = props.state === 'failed' ? props : {};
  return (
    <Page title="Something went wrong">
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
    </Page>
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
    <Page title="Request not accepted">
      <p>
        {explanations[status]} Nothing was done with it, and nothing is broken. ({status})
      </p>
    </Page>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main>
      <Head>
        <title>{`${title} · Candor`}</title>
      </Head>
      <h1>{title}</h1>
      {children}
      {/* eslint-disable-next-line @next/next/no-html-link-for-pages -- there is no script here to follow a Link. */}
      <a href="/">Go to the home page</a>
    </main>
  );
}
