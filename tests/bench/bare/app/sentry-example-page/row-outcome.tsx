'use client';

/** Shows only what the server sends. */
export function RowOutcome({ before }: { kind: string; before?: { note: string } }) {
  return (
    <p className="outcome" role="status">
      {before?.note}
    </p>
  );
}
