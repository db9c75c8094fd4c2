import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { forbidden, notFound, unauthorized } from 'next/navigation';
import { Suspense } from 'react';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeContext } from '../../candor/server/server-context';
import { applicationErrorSentence } from '../../candor/screens/error-message';
import { Catalogue } from './catalogue';
import { Header } from './header';
import { judgeRequest, type Search } from './decide-request';
import { failureLimit } from './failure-limit';
import type { FailingKind } from './kinds';
import { LimitReached } from './limit-reached';

export const metadata: Metadata = { title: 'Check error reporting · Candor', robots: { index: false, follow: false } };

/** The catalogue of failures; with `?fail=` the failure itself, or what there is in its place. */
export default async function ExamplePage({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const asked = await headers();
  const { openResponses, settings } = nodeContext();
  if (!settings.examplePage) notFound();
  // Judged here, where every spelling of the address ends up, and before the head of the answer leaves.
  const isFetchedAction = asked.has('next-action');
  const isPrefetch = openResponses.isPrefetch(asked);
  const verdict = judgeRequest({ search, isFetchedAction, isPrefetch }, failureLimit());

  if (verdict.state === 'prefetch') {
    // Browsers discard a prefetched response with the status of an error.
    openResponses.setStatus(asked, 503, { 'Cache-Control': 'no-store' });
    return null;
  }
  if (verdict.state === 'limited') {
    const { retryAfterSeconds } = verdict;
    openResponses.setStatus(asked, 429, { 'Retry-After': String(retryAfterSeconds) });
    return <LimitReached retryAfterSeconds={retryAfterSeconds} />;
  }
  if (verdict.state === 'fail' && verdict.kind !== 'server-stream') failNow(verdict.kind);

  return (
    <main className="example">
      <Header request={verdict.state === 'page' ? verdict.request : { type: 'none' }} />
      {verdict.state === 'fail' && (
        <Suspense fallback={<AboutToFail />}>
          <FailsWhileStreaming />
        </Suspense>
      )}
      <Catalogue succeededWithoutScripts={search.done === 'server-action-ok'} />
    </main>
  );
}

function failNow(kind: Exclude<FailingKind, 'server-stream'>): never {
  if (kind === 'not-found') notFound();
  if (kind === 'forbidden') forbidden();
  if (kind === 'unauthorized') unauthorized();
  throw new Error('Sample error: a Server Component threw before the page was sent.');
}

/** Without JavaScript this is what stays: the screen is brought by a script. */
function AboutToFail() {
  return (
    <>
      <p role="status">The server is about to fail …</p>
      <noscript>
        <p className="notice">{applicationErrorSentence()}</p>
      </noscript>
    </>
  );
}

async function FailsWhileStreaming(): Promise<React.ReactNode> {
  await pause(100); // The head and the rest of the page leave first: the status can no longer tell.
  throw new Error('Sample error: a Server Component threw while the page was being sent.');
}
