'use client';

import Link from 'next/link';
import { useActionState, useEffect } from 'react';
import { latestStatus } from '../_screens/latest-status';
import { succeed } from './actions';
import type { FailingKind, Kind } from './kinds';
import { leaveFor, setOutcome } from './outcomes';

/** Never prefetched: to prefetch it would be to fail. */
export function FailingLink({ kind }: { kind: FailingKind }) {
  return (
    <Link className="button" href={{ query: { fail: kind } }} prefetch={false} onClick={() => leaveFor(kind)}>
      {kind}
    </Link>
  );
}

/** A form, so that it works without JavaScript too. */
export function FailingForm({ kind, action }: { kind: Kind; action: () => Promise<void> }) {
  return (
    <form action={action} onSubmit={() => leaveFor(kind)}>
      <button type="submit">{kind}</button>
    </form>
  );
}

export function SucceedInAction() {
  const [result, action, isPending] = useActionState(succeed, undefined);
  useEffect(() => {
    if (result === undefined) return;
    setOutcome('server-action-ok', {
      status: latestStatus(),
      note: `The action succeeded at ${result.succeededAt}.`,
    });
  }, [result]);
  return (
    <form action={action}>
      <button type="submit" disabled={isPending}>
        server-action-ok
      </button>
    </form>
  );
}
