'use client';

import Link from 'next/link';
import { useActionState, useCallback, useEffect, useRef } from 'react';
import { succeed, type Limited, type Reported } from './actions';
import { followScreen } from './follow-event';
import type { Kind } from './kinds';
import { loadFailure, routeHandler } from './load-failure';
import { recordLimited, recordSuccess } from './outcomes';
import { recordReported } from './record-reported';
import { responseStatusSince } from './response-status';

/** Without prefetch: prefetching the URL would make the server fail. */
export function FailingLink({ kind, label }: { kind: Kind; label: string }) {
  return (
    <Link className="button" href={{ query: { fail: kind } }} prefetch={false} onNavigate={() => followScreen(kind)}>
      {label}
    </Link>
  );
}

/** With JavaScript requested as a program does it, so that the page stays. */
export function RouteHandlerLink({ kind, label }: { kind: Kind; label: string }) {
  return (
    <Link
      className="button"
      href={routeHandler}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault();
        void loadFailure(kind, routeHandler);
      }}
    >
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
    followScreen(kind);
  }
  return (
    <form action={submit} onSubmit={onSubmit}>
      <button type="submit">{label}</button>
    </form>
  );
}

export function RunAction({ label }: { label: string }) {
  return <StayingForm label={label} action={succeed} record={recordSuccess} />;
}

type ReportingFormProps = { kind: Kind; label: string; action: () => Promise<Limited | Reported> };

export function ReportingForm({ kind, label, action }: ReportingFormProps) {
  const record = useCallback(
    (result: Limited | Reported, status?: number) => void recordReported(kind, result, status),
    [kind],
  );
  return <StayingForm label={label} action={action} record={record} />;
}

type StayingFormProps<Result> = {
  label: string;
  action: () => Promise<Result>;
  record: (result: Result, status?: number) => void;
};

/** A form whose action has a result, so that the page stays. */
function StayingForm<Result>({ label, action, record }: StayingFormProps<Result>) {
  const [result, submit, isPending] = useActionState<Result | undefined>(action, undefined);
  const submittedAt = useRef(0);
  useEffect(() => {
    if (result) void responseStatusSince(submittedAt.current).then((status) => record(result, status));
  }, [result, record]);
  return (
    <form action={submit} onSubmit={() => (submittedAt.current = performance.now())}>
      <button type="submit" disabled={isPending}>
        {label}
      </button>
    </form>
  );
}
