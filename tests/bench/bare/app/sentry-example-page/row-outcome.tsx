'use client';

/** Stays empty: nothing is known of what came of it. */
export function RowOutcome() {
  return <p className="outcome" role="status" />;
}
