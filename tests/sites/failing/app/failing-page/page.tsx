import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { forbidden, notFound, unauthorized } from 'next/navigation';
import { Suspense } from 'react';
import { fail } from './actions';
import { RejectPromise, RunAction, ThrowInHandler, ThrowWhileRendering } from './controls';

export const metadata: Metadata = { title: 'A page that fails' };

const controls = {
  'browser-error': ThrowInHandler,
  'browser-rejection': RejectPromise,
  'browser-render': ThrowWhileRendering,
  'server-action-ok': RunAction,
};

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
      <h1>A page that fails</h1>
      {kind === 'server-stream' && (
        <Suspense fallback={<p>The server is about to fail …</p>}>
          <FailsWhileStreaming />
        </Suspense>
      )}
      <ul>
        <li data-kind="server-action">
          <form action={fail}>
            <textarea name="letter" aria-label="Letter" />
            <input name="account" type="password" aria-label="Password" />
            <button>Run the action that fails</button>
          </form>
        </li>
        {Object.entries(controls).map(([name, Control]) => (
          <li key={name} data-kind={name}>
            <Control />
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
