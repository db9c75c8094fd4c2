'use client';

import Link from 'next/link';
import { useActionState } from 'react';
import { succeed } from './actions';
import type { Kind } from './kinds';

export function FailingLink({ kind }: { kind: Kind }) {
  return (
    <Link className="button" href={{ query: { fail: kind } }} prefetch={false}>
      {kind}
    </Link>
  );
}

export function FailingForm({ kind, action }: { kind: Kind; action: () => Promise<void> }) {
  const [, submit] = useActionState(action, undefined);
  return (
    <form action={submit}>
      <button type="submit">{kind}</button>
    </form>
  );
}

export function SucceedInAction() {
  const [, submit, isPending] = useActionState(succeed, undefined);
  return (
    <form action={submit}>
      <button type="submit" disabled={isPending}>
        server-action-ok
      </button>
    </form>
  );
}
