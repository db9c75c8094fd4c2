import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { sampleFailures } from 'candor';
import { Catalogue } from './catalogue';
import { Header } from './header';
import { decideRequest, type Search } from './decide-request';
import { isOff } from './is-off';
import { LimitReached } from './limit-reached';
import { isPrefetch, setHeader, setStatus } from './own-response';
import { serverFailures } from './server-failures';

export const metadata: Metadata = {
  title: 'Check error reporting · Candor',
  robots: { index: false, follow: false },
};

/** The catalogue of failures; with `?fail=` the failure itself. */
export default async function ExamplePage({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const isFetchedAction = (await headers()).has('next-action');
  if (isOff()) notFound();
  setHeader('X-Robots-Tag', 'noindex, nofollow'); // Documents of failures have no metadata.
  // Decided here, which every spelling of the URL reaches, and before the head of the response leaves.
  const decision = await decideRequest({ search, isFetchedAction, isPrefetch: isPrefetch() }, sampleFailures());

  if (decision.state === 'prefetch') {
    // Browser and router discard a prefetch whose status is an error.
    setStatus(503, { 'Cache-Control': 'no-store' });
    return null;
  }
  if (decision.state === 'limited') {
    const { retryAfterSeconds } = decision;
    setStatus(429, { 'Retry-After': String(retryAfterSeconds) });
    return <LimitReached retryAfterSeconds={retryAfterSeconds} />;
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
        <p>What happened, and its reference, stand at the end of this page.</p>
      </noscript>
    </>
  );
}

async function FailsWhileStreaming(): Promise<React.ReactNode> {
  return serverFailures['server-stream']();
}
