'use client';

import Link from 'next/link';
import { useActionState } from 'react';
import { succeed } from './actions';
import type { Kind } from './kinds';

export function FailingLink({ kind, label }: { kind: Kind; label: string }) {
  return (
    <Link className="button" href={{ query: { fail: kind } }} prefetch={false}>
      {label}
    </Link>
  );
}

export function FailingForm({ label, action }: { kind: Kind; label: string; action: () => Promise<void> }) {
  const [, submit] = useActionState(action, undefined);
  return (
    <form action={submit}>
      <button type="submit">{label}</button>
    </form>
  );
}

export function RouteHandlerLink({ label }: { kind: Kind; label: string }) {
  return (
    <Link className="button" href="/sentry-example-page/route-handler" prefetch={false}>
      {label}
    </Link>
  );
}

export function RunAction({ label }: { label: string }) {
  return <StayingForm label={label} action={succeed} />;
}

export function ReportingForm({ label, action }: { kind: Kind; label: string; action: () => Promise<void> }) {
  return <StayingForm label={label} action={action} />;
}

function StayingForm({ label, action }: { label: string; action: () => Promise<void> }) {
  const [, submit, isPending] = useActionState(action, undefined);
  return (
    <form action={submit}>
      <button type="submit" disabled={isPending}>
        {label}
      </button>
    </form>
  );
}
