import type { NextPageContext } from 'next';
import Head from 'next/head';
import type { BrowserReporter } from '../browser/create-reporter.js';
import { reportForLastResort, type LastResortProps } from '../server/last-resort-props.js';
import { applicationErrorMessage } from './error-message.js';
import { lastResortStyle } from './last-resort-style.js';
import { contentOf, plainMain, type Content } from './plain-screen.js';
import { themeColors } from './theme-colors.js';
import { documentTitle, rejected, words } from './messages.js';

/**
 * The last resort, for errors where no screen of the app can be rendered. The server sends it without any script; in the browser it
 * takes the place of a page of the Pages Router that failed.
 */
export function LastResort(props: LastResortProps) {
  const content = contentFor(props);
  return (
    <>
      <Head>
        <title>{documentTitle(content.title)}</title>
        {/* In the browser it stands among an application's own styles. */}
        {typeof window === 'undefined' && ownHead}
      </Head>
      <div dangerouslySetInnerHTML={{ __html: plainMain(content) }} />
    </>
  );
}

LastResort.getInitialProps = (context: NextPageContext): LastResortProps => {
  if (context.req || !context.err) return reportForLastResort(context);
  return propsInBrowser(context.err);
};

/** Next hands on the thrown value, whatever it is. A boundary has reported most of it, with the components around it. */
function propsInBrowser(thrown: unknown): LastResortProps {
  // Not imported: then every page would load more of the bundler's runtime.
  const reporter = Reflect.get(globalThis, Symbol.for('candor.browser-reporter')) as BrowserReporter | undefined;
  const failure = reporter?.failureOf(thrown) ?? reporter?.reportOnce(thrown, 'boundary');
  if (failure) return { state: 'failed-in-browser', eventId: failure.eventId };
  const title = reporter?.outages.titleOf(thrown);
  return title === undefined ? { state: 'unknown' } : { state: 'outage', title };
}

function contentFor(props: LastResortProps): Content {
  if (props.state === 'failed') {
    return { ...contentOf(500, props.host), reference: `Digest: ${props.digest}` };
  }
  if (props.state === 'failed-in-browser') {
    const message = applicationErrorMessage('client', location.hostname);
    return { title: words.failed, paragraphs: [message, words.notYours], reference: `Event: ${props.eventId}` };
  }
  if (props.state === 'outage') {
    return { title: props.title, paragraphs: ['Check your connection, and open the page again.'] };
  }
  if (props.state === 'unknown') return contentOf(undefined, undefined);
  // Only the sender is at fault: without a failure there is no reference.
  const { status } = props.rejection;
  return { title: rejected.title, paragraphs: [`${rejected[status]} ${rejected.nothingDone} (${status})`] };
}

// Here, and not in the document: that is the document of an application's pages as well.
const ownHead = [
  <meta key="robots" name="robots" content="noindex" />,
  ...themeColors.map(({ media, color }) => <meta key={media} name="theme-color" media={media} content={color} />),
  CANDOR_ICON && <link key="icon" rel="icon" href={CANDOR_ICON} />,
  <style key="style" dangerouslySetInnerHTML={{ __html: lastResortStyle }} />,
];
