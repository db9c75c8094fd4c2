'use client';

import { useEffect, useRef } from 'react';
import type { Kind } from './kinds';
import { recordLimited } from './outcomes';

const title = 'Enough failures for now';

type Props = { kind: Kind | undefined; retryAfterSeconds: number };

/** Shown in place of a failure that the limit prevents. */
export function LimitReached({ kind, retryAfterSeconds }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus(); // A screen reader goes on here.
    document.title = `${title} · Candor`; // The metadata is the page's, which does not know the limit.
    if (kind) recordLimited(kind, { retryAfterSeconds });
  }, [kind, retryAfterSeconds]);
  return (
    <main className="screen">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>Nothing failed. The limit of sample failures per minute is reached. Try again in {retryAfterSeconds} s.</p>
      <div className="actions">
        {/* A Link would prefetch the page, and show it out of date. */}
        <a className="button" href="/sentry-example-page">
          Go to the example page
        </a>
      </div>
    </main>
  );
}
