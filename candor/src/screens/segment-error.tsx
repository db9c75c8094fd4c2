'use client';

import { useEffect, useId, useRef, useState } from 'react';
import type { BoundaryProps } from './boundary-props.js';
import { FailureDetails, type FrameProps } from './failure.js';
import { screenStyle } from './screen.js';

/** The default export of an `error.tsx`: the application error screen, in place of the part of the page that failed. */
export function SegmentError(props: BoundaryProps) {
  return <FailureDetails Frame={Region} thrown={props.error} retry={props[`${CANDOR_UNSTABLE}retry`]!} />;
}

/** A failure inside a page that stays. A group and not a landmark: several parts may fail, with one name. */
function Region({ title, message, children }: FrameProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Rendered before the failed part is removed: the focused element may be gone with it afterwards.
  const [focused] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  useEffect(() => {
    if (focused?.isConnected === false) heading.current?.focus(); // A screen reader continues here.
  }, [focused]);
  return (
    <section className="candor segment-error" role="group" aria-labelledby={id}>
      {screenStyle}
      <div role="alert">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {message && <p>{message}</p>}
      </div>
      {children}
    </section>
  );
}
