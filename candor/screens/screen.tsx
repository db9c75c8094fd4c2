'use client';

import { useEffect, useRef } from 'react';

/** What every screen about a failure has in common. */
export function Screen({ title, children }: { title: string; children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus(); // The screen takes the place of whatever had the focus, so reading goes on here.
    // A client navigation or an action brings the screen without its metadata.
    const before = document.title;
    const own = `${title} · Candor`;
    document.title = own;
    return () => {
      if (document.title === own) document.title = before;
    };
  }, [title]);
  return (
    <main className="screen">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}
