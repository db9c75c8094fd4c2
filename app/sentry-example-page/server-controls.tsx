'use client';

import Link from 'next/link';
import { useActionState, useEffect, useRef } from 'react';
import { succeed, type Refused } from './actions';
import { statusSince } from './response-status';
import type { FailingKind, Kind } from './kinds';
import { leaveFor, noteSuccess, stayRefused } from './outcomes';

/** Never prefetched: to prefetch it would be to fail. */
export function FailingLink({ kind }: { kind: FailingKind }) {
  return (
    <Link className="button" href={{ query: { fail: kind } }} prefetch={false} onNavigate={() => leaveFor(kind)}>
      {kind}
    </Link>
  );
}

/** A form, so that it works without JavaScript too. */
export function FailingForm({ kind, action }: { kind: Kind; action: () => Promise<Refused> }) {
  const [refused, submit] = useActionState(action, undefined);
  const submittedAt = useRef(0);
  useEffect(() => {
    if (refused) void statusSince(submittedAt.current).then((status) => stayRefused(kind, refused, status));
  }, [kind, refused]);
  function leave() {
    submittedAt.current = performance.now();
    leaveFor(kind);
  }
  return (
    <form action={submit} onSubmit={leave}>
      <button type="submit">{kind}</button>
    </form>
  );
}

export function SucceedInAction() {
  const [result, action, isPending] = useActionState(succeed, undefined);
  const submittedAt = useRef(0);
  useEffect(() => {
    if (result === undefined) return;
    void statusSince(submittedAt.current).then((status) => noteSuccess(result, status));
  }, [result]);
  return (
    <form action={action} onSubmit={() => (submittedAt.current = performance.now())}>
      <button type="submit" disabled={isPending}>
        server-action-ok
      </button>
    </form>
  );
}
