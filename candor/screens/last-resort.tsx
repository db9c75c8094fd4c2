import type { NextPageContext } from 'next';
import Head from 'next/head';
import type { ReactNode } from 'react';
import type { BrowserReporter } from '../browser/create-reporter';
import { reportForLastResort, type LastResortProps } from '../server/last-resort-props';
import type { Rejection } from '../server/rejected-request';
import { applicationErrorMessage } from './error-message';
import { lastResortStyle } from './last-resort-style';
import { ReferenceLine } from './reference-line';
import { documentTitle, rejected, words } from './words';

/**
 * The last resort, for errors where no screen of the app can be rendered. The server sends it without any script; in the browser it
 * takes the place of a page of the Pages Router that failed.
 */
export function LastResort(props: LastResortProps) {
  if (props.state === 'rejected') return <Rejected {...props.rejection} />;
  if (props.state === 'failed-in-browser') {
    return (
      <Failed message={applicationErrorMessage('client', location.hostname)} reference={`Event: ${props.eventId}`} />
    );
  }
  if (props.state === 'outage') {
    return (
      <Page title={props.title}>
        <p>Check your connection, and open the page again.</p>
      </Page>
    );
  }
  const { digest, host } = props.state === 'failed' ? props : {};
  return (
    <Failed
      message={applicationErrorMessage(digest && host ? 'server' : undefined, host)}
      reference={digest && `Digest: ${digest}`}
    />
  );
}

LastResort.getInitialProps = (context: NextPageContext): LastResortProps => {
  if (context.req || !context.err) return reportForLastResort(context);
  return propsInBrowser(context.err);
};

/** Next hands on what was thrown, whatever it is. A boundary has reported most of it, with the components around it. */
function propsInBrowser(thrown: unknown): LastResortProps {
  // Not imported: then every page would load more of the bundler's runtime.
  const reporter = Reflect.get(globalThis, Symbol.for('candor.browser-reporter')) as BrowserReporter | undefined;
  const failure = reporter?.failureOf(thrown) ?? reporter?.reportOnce(thrown, 'boundary');
  if (failure) return { state: 'failed-in-browser', eventId: failure.eventId };
  const title = reporter?.outages.titleOf(thrown);
  return title === undefined ? { state: 'unknown' } : { state: 'outage', title };
}

function Failed({ message, reference }: { message: string; reference: string | undefined }) {
  return (
    <Page title={words.failed}>
      <p>{message}</p>
      {reference && (
        <>
          <p>{words.notYours}</p>
          <p>{words.quote}</p>
          <ReferenceLine text={reference} />
        </>
      )}
    </Page>
  );
}

/** For a request that is only its sender's fault. It is no failure, so it has no reference. */
function Rejected({ status }: Rejection) {
  return (
    <Page title={rejected.title}>
      <p>
        {rejected[status]} {rejected.nothingDone} ({status})
      </p>
    </Page>
  );
}

// Here, and not in the document: that is the document of an application's pages as well.
const ownHead = [
  <meta key="robots" name="robots" content="noindex" />,
  <meta key="light" name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f4" />,
  <meta key="dark" name="theme-color" media="(prefers-color-scheme: dark)" content="#14171b" />,
  CANDOR_ICON && <link key="icon" rel="icon" href={CANDOR_ICON} />,
  <style key="style" dangerouslySetInnerHTML={{ __html: lastResortStyle }} />,
];

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main>
      <Head>
        <title>{documentTitle(title)}</title>
        {/* In the browser it stands among an application's own styles, and no policy permits this one. */}
        {typeof window === 'undefined' && ownHead}
      </Head>
      <h1>{title}</h1>
      {children}
      <a href={CANDOR_HOME}>{words.home}</a>
    </main>
  );
}
