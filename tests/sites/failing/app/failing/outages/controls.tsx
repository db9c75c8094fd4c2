'use client';

import Link from 'next/link';
import { lazy, Suspense, useRef, useState, useTransition } from 'react';
import { Hydrated } from '../../hydrated';
import { send, sendForm } from './actions';

const Late = lazy(() => import('./late'));

export function Controls() {
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState('');
  const [isPending, startTransition] = useTransition();
  const [isLate, setIsLate] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);

  return (
    <main>
      <h1>Outages</h1>
      <label>
        Typed
        <textarea value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
      <form action={sendForm}>
        <input name="text" aria-label="Text of the form" />
        <button>Send by a form</button>
      </form>
      <button onClick={async () => setOutcome(await send(typed))}>Send in a handler</button>
      <button disabled={isPending} onClick={() => startTransition(async () => setOutcome(await send(typed)))}>
        Send in a transition
      </button>
      <button onClick={() => setIsLate(true)}>Load late</button>
      <button onClick={throwSample}>Throw</button>
      <button onClick={() => dialog.current?.showModal()}>Open a dialog</button>
      <dialog ref={dialog}>
        <button onClick={async () => setOutcome(await send(typed))}>Send in the dialog</button>
      </dialog>
      <nav style={{ lineHeight: 2 }}>
        <Link href="/failing/outages/other" prefetch={false}>
          Other page
        </Link>
        <Link href="/failing/outages/away" prefetch={false}>
          Another site
        </Link>
      </nav>
      <p role="status" aria-label="Outcome">
        {outcome}
      </p>
      <Hydrated />
      <Suspense fallback="Loading">{isLate && <Late />}</Suspense>
    </main>
  );
}

function throwSample() {
  throw new Error('Sample error: a handler threw while the browser was offline.');
}
