import type { Metadata } from 'next';
import { forbidden, notFound, unauthorized } from 'next/navigation';
import { Suspense } from 'react';
import { setTimeout as pause } from 'node:timers/promises';
import { reporter } from '../_reporting/reporter';
import { applicationErrorSentence } from '../_screens/sentence';
import { Catalogue } from './catalogue';
import { Header } from './header';
import { readFailRequest, type FailingKind } from './kinds';
import { LimitReached } from './limit-reached';

export const metadata: Metadata = { title: 'Check error reporting · Candor', robots: { index: false, follow: false } };

type Search = Promise<{ [name in 'fail' | 'done' | 'refused']?: string | string[] }>;

/** The catalogue of failures; with `?fail=` the failure itself. */
export default async function ExamplePage({ searchParams }: { searchParams: Search }) {
  const { fail, done, refused } = await searchParams;
  if (!reporter().examplePage) notFound();
  if (refused !== undefined) return <LimitReached />;
  const request = readFailRequest(fail);
  if (request.type === 'fail' && request.kind !== 'server-stream') failNow(request.kind);

  return (
    <main className="example">
      <Header request={request} />
      {request.type === 'fail' && (
        <Suspense fallback={<AboutToFail />}>
          <FailsWhileStreaming />
        </Suspense>
      )}
      <Catalogue succeededWithoutScripts={done === 'server-action-ok'} />
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
