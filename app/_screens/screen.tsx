'use client';

import { useEffect, useRef } from 'react';
import type { EventState } from '../_reporting/event-state';
import { useShownScreen } from './shown-screen';

type Props = {
  title: string;
  /** What is known of the failure, when the screen is about one. */
  failure?: { reference: string; event: EventState };
  children: React.ReactNode;
};

/** What every screen about a failure has in common. */
export function Screen({ title, failure, children }: Props) {
  useShownScreen(failure?.reference, failure?.event);
  const heading = useRef<HTMLHeadingElement>(null);
  // A client navigation or an action brings the screen without its metadata.
  useEffect(() => {
    const before = document.title;
    const own = `${title} · Candor`;
    document.title = own;
    return () => {
      if (document.title === own) document.title = before;
    };
  }, [title]);
  // The screen takes the place of whatever had the focus, so reading goes on here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className="screen">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}
