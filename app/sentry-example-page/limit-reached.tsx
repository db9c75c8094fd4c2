'use client';

import { useEffect, useRef } from 'react';
import { Arrival } from './arrival';

const title = 'Enough failures for now';

/** Shown in place of a failure that the limit prevents. */
export function LimitReached({ retryAfterSeconds }: { retryAfterSeconds: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus(); // A screen reader goes on here.
    document.title = `${title} · Candor`; // The metadata is the page's, which does not know the limit.
  }, []);
  return (
    <main className="screen">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Arrival />
      <p>
        Nothing failed. The limit of sample failures per minute is reached. Try again in {retryAfterSeconds} s. (429)
      </p>
      <div className="actions">
        {/* A Link would prefetch the page, and show it out of date. */}
        <a className="button" href="/sentry-example-page">
          Go to the example page
        </a>
      </div>
    </main>
  );
}
