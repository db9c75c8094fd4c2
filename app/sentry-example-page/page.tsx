import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { Catalogue } from './catalogue';
import { Header } from './header';
import { decideRequest, type Search } from './decide-request';
import { isOff } from './is-off';
import { LimitReached } from './limit-reached';
import { takeFailure } from './sample-failures';
import { serverFailures } from './server-failures';

export const metadata: Metadata = {
  title: 'Check error reporting · Candor',
  robots: { index: false, follow: false },
};

/** The catalogue of failures; with `?fail=` the failure itself. */
export default async function ExamplePage({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const sent = await headers();
  if (isOff()) notFound();
  const isPrefetch = /\bprefetch\b/i.test(`${sent.get('sec-purpose')} ${sent.get('purpose')}`);
  // Decided here, which every spelling of the URL reaches, and before the head of the response leaves.
  const decision = decideRequest({ search, isFetchedAction: sent.has('next-action'), isPrefetch }, takeFailure);

  if (decision.state === 'prefetch') notFound(); // A browser discards a prefetch whose status is an error.
  if (decision.state === 'limited') {
    return <LimitReached kind={decision.kind} retryAfterSeconds={decision.retryAfterSeconds} />;
  }
  if (decision.state === 'fail' && decision.kind !== 'server-stream') await serverFailures[decision.kind]();

  return (
    <main className="example">
      <Header request={decision.state === 'page' ? decision.request : { type: 'none' }} />
      {decision.state === 'fail' && (
        <Suspense fallback={<AboutToFail />}>
          <FailsWhileStreaming />
        </Suspense>
      )}
      <Catalogue done={search.done} inboxUrl={process.env.INBOX_URL} />
    </main>
  );
}

/** Without JavaScript this stays: a script puts the error screen in its place. */
function AboutToFail() {
  return (
    <>
      <p role="status">The server is about to fail …</p>
      <noscript>
        <p>What happened and its reference are at the end of this page.</p>
      </noscript>
    </>
  );
}

async function FailsWhileStreaming(): Promise<React.ReactNode> {
  return serverFailures['server-stream']();
}
