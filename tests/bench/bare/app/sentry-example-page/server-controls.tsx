'use client';

import Link from 'next/link';
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
  return (
    <form action={action}>
      <button type="submit">{kind}</button>
    </form>
  );
}

export function SucceedInAction() {
  return (
    <form action={succeed}>
      <button type="submit">server-action-ok</button>
    </form>
  );
}
