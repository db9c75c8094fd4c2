'use client';

import { useEffect } from 'react';
import type { FrameProps } from './failure.js';

/** The style of every screen, in its place: with a precedence React would let the screen wait for it, up to a minute. */
export const screenStyle = <link rel="stylesheet" href={CANDOR_STYLESHEET} />;

export function Screen({ title, message, children }: FrameProps) {
  useEffect(() => {
    // After a client navigation or an action the screen comes without its metadata.
    const before = document.title;
    const own = title + CANDOR_TITLE_END;
    document.title = own;
    return () => {
      if (document.title === own) document.title = before;
    };
  }, [title]);
  return (
    <main className="candor screen">
      {screenStyle}
      <h1 key={title} ref={focus} tabIndex={-1}>
        {title}
      </h1>
      {message && <p>{message}</p>}
      {children}
    </main>
  );
}

/** The screen replaced the focused element: a screen reader continues here. */
function focus(heading: HTMLElement | null) {
  heading?.focus();
}
