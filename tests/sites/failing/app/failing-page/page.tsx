import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { forbidden, notFound, unauthorized } from 'next/navigation';
import { Suspense } from 'react';
import { fail } from './actions';
import { RejectPromise, RunAction, ThrowInHandler, ThrowWhileRendering } from './controls';

export const metadata: Metadata = { title: 'A page that fails' };

const urls = ['server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized'];

/** Fails with `?fail=` before it is sent, or with `server-stream` afterwards. */
export default async function FailingPage({ searchParams }: { searchParams: Promise<{ fail?: string }> }) {
  const { fail: kind } = await searchParams;
  await headers();
  if (kind === 'server-render') throw new Error('Sample error: a page of the tests failed before it was sent.');
  if (kind === 'not-found') notFound();
  if (kind === 'forbidden') forbidden();
  if (kind === 'unauthorized') unauthorized();
  return (
    <main>
      <nav>
        <Link href="/failing-page/start">Home</Link>
      </nav>
      <h1>A page that fails</h1>
      {kind === 'server-stream' && (
        <Suspense fallback={<p>The server is about to fail …</p>}>
          <FailsWhileStreaming />
        </Suspense>
      )}
      <ul>
        <li data-kind="browser-error">
          <ThrowInHandler />
        </li>
        <li data-kind="browser-rejection">
          <RejectPromise />
        </li>
        <li data-kind="browser-render">
          <ThrowWhileRendering />
        </li>
        <li data-kind="server-action">
          <form action={fail}>
            <button>Run the action that fails</button>
          </form>
        </li>
        <li data-kind="server-action-ok">
          <RunAction />
        </li>
        {urls.map((url) => (
          <li key={url} data-kind={url}>
            <Link href={{ query: { fail: url } }} prefetch={false}>
              {url}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

async function FailsWhileStreaming(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, 100)); // The head and the rest of the page leave first.
  throw new Error('Sample error: a page of the tests failed while it was sent.');
}
