import type { NextComponentType, NextPageContext } from 'next';
import Head from 'next/head';
import type { ComponentType } from 'react';
import type { BrowserReporter } from '../browser/create-reporter.js';
import { hostName } from '../responses/host-name.js';
import { reportLastResort } from '../failures/last-resort.js';
import { serverContext } from '../start/server-context.js';
import { fallbackStyle } from '../shared/fallback-style.js';
import { directionOf } from '../shared/languages.js';
import { messageHere } from '../responses/error-message.js';
import { contentOf, plainMain, type Content, type FailedScreen } from '../responses/plain-screen.js';
import { spokenByBuild, type Spoken } from '../shared/spoken.js';

/** A `title`, some `paragraphs`, the `reference` that names the event, and their language. */
export type PageFailure = Content & { lang?: string };

/** A page of the Pages Router, such as `_error`. */
type Page<Props> = ComponentType<Props & { failure: PageFailure }> & {
  getInitialProps?: (context: NextPageContext) => Props | Promise<Props>;
};

/** Makes a team's `pages/_error` report each error that it is shown for. The page gets the text for the visitor as `failure`. */
export function withFailure<Props extends object>(
  Page: Page<Props>,
): NextComponentType<NextPageContext, Props & { failure: PageFailure }, Props & { failure: PageFailure }> {
  function ErrorPage(props: Props & { failure: PageFailure }) {
    return <Page {...props} />;
  }
  ErrorPage.getInitialProps = async (context: NextPageContext) => {
    const failure = failureOf(context); // First, since it sets the status of the response.
    const own = (await Page.getInitialProps?.(context)) ?? ({} as Props);
    return { ...own, failure };
  };
  return ErrorPage;
}

/**
 * The `pages/_error` of an application that has none: `export { ErrorPage as default } from 'candor/pages'`. With
 * `export const config = { unstable_runtimeJS: false }` beside it, the server sends it without scripts.
 */
export const ErrorPage = withFailure(function PlainErrorPage({ failure }) {
  return (
    <>
      <Head>
        <title>{failure.title + CANDOR_TITLE_END}</title>
        {/* In the browser it stands among an application's own styles. */}
        {typeof window === 'undefined' && ownHead()}
      </Head>
      {/* The document may name another language, or none: Next's own does not. */}
      <div
        lang={failure.lang ?? CANDOR_LANG}
        dir={directionOf(failure.lang ?? CANDOR_LANG)}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: plainMain(failure, spokenIn(failure.lang)) }}
      />
    </>
  );
});

function failureOf({ err: thrown, req, res }: NextPageContext): PageFailure {
  if (!req || !res) return failureInBrowser(thrown);
  const { url: path = '/', method = 'GET', headers } = req;
  const server = serverContext();
  const spoken = server.runtime === 'node' ? server.languages.to({ url: path, headers }) : spokenByBuild;
  const facts = { host: hostName(headers.host), spoken };
  const said = (response: Partial<FailedScreen>) => ({ ...contentOf({ ...facts, ...response }), lang: spoken.lang });
  if (!thrown) return said({ status: res.statusCode, isRejected: isRefused(res.statusCode) });
  const rejectedWith = server.runtime === 'node' ? server.rejections.statusOf(thrown) : undefined;
  res.statusCode = rejectedWith ?? 500;
  if (rejectedWith) return said({ status: rejectedWith, isRejected: true });
  return said({ status: 500, digest: reportLastResort(server, thrown, { path, method, headers }) });
}

/** Hydration keeps the text of the server. */
function spokenIn(lang?: string): Spoken {
  if (typeof window !== 'undefined' || lang === undefined) return spokenByBuild;
  const server = serverContext();
  return server.runtime === 'node' ? server.languages.in(lang) : spokenByBuild;
}

const isRefused = (status: number) => status >= 400 && status < 500 && status !== 404;

const { words } = spokenByBuild;

/** A boundary has reported most of these, with the components around them. */
function failureInBrowser(thrown: unknown): PageFailure {
  // Not imported: then every page would load more of the bundler's runtime.
  const reporter = Reflect.get(globalThis, Symbol.for('candor.browser-reporter')) as BrowserReporter | undefined;
  const failure = thrown ? (reporter?.failureOf(thrown) ?? reporter?.reportOnce(thrown, 'boundary')) : undefined;
  if (failure) {
    return {
      title: words.failed,
      paragraphs: [messageHere('client'), `${words.notYours} ${words.ifSent}`],
      reference: `Event: ${failure.eventId}`,
    };
  }
  const outage = thrown ? reporter?.outages.get(thrown) : undefined;
  if (outage === undefined) return contentOf({ spoken: spokenByBuild });
  return { title: outage, paragraphs: [words.openAgain] };
}

// Here, and not in the document: that is the document of an application's pages as well.
const ownHead = () => [
  <meta key="robots" name="robots" content="noindex" />,
  CANDOR_ICON && <link key="icon" rel="icon" href={CANDOR_ICON} />,
  <style key="style" dangerouslySetInnerHTML={{ __html: fallbackStyle }} />,
];
