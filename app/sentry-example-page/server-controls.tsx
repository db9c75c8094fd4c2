'use client';

import Link from 'next/link';
import { useActionState, useEffect, useRef } from 'react';
import { succeed, type Limited } from './actions';
import type { Kind } from './kinds';
import { recordSuccess } from './outcomes';
import { beginNavigation, recordLimited } from './pending-navigation';
import { responseStatusSince } from './response-status';

/** Without prefetch: prefetching the URL would make the server fail. */
export function FailingLink({ kind, label }: { kind: Kind; label: string }) {
  return (
    <Link className="button" href={{ query: { fail: kind } }} prefetch={false} onNavigate={() => beginNavigation(kind)}>
      {label}
    </Link>
  );
}

type FormProps = { kind: Kind; label: string; action: () => Promise<Limited> };

/** A form, so that it works without JavaScript too. */
export function FailingForm({ kind, label, action }: FormProps) {
  const [limited, submit] = useActionState(action, undefined);
  const submittedAt = useRef(0);
  useEffect(() => {
    if (limited) void responseStatusSince(submittedAt.current).then((status) => recordLimited(kind, limited, status));
  }, [kind, limited]);
  function onSubmit() {
    submittedAt.current = performance.now();
    beginNavigation(kind);
  }
  return (
    <form action={submit} onSubmit={onSubmit}>
      <button type="submit">{label}</button>
    </form>
  );
}

export function RunAction({ label }: { label: string }) {
  const [result, action, isPending] = useActionState(succeed, undefined);
  const submittedAt = useRef(0);
  useEffect(() => {
    if (result) void responseStatusSince(submittedAt.current).then((status) => recordSuccess(result, status));
  }, [result]);
  return (
    <form action={action} onSubmit={() => (submittedAt.current = performance.now())}>
      <button type="submit" disabled={isPending}>
        {label}
      </button>
    </form>
  );
}
