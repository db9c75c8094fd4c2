'use client';

/** Knows only what the server says. */
export function RowOutcome({ before }: { kind: string; before?: { note: string } }) {
  return (
    <p className="outcome" role="status">
      {before?.note}
    </p>
  );
}
