'use client';

import type { ReactNode } from 'react';
import type { BoundaryProps } from './boundary-props.js';
import { InlineFailure } from './inline-failure.js';
import { useFailure, type FailureFacts } from './use-failure.js';

export type DrawnFallbackProps = {
  /** `undefined`: the failure is in a line of text. */
  draw: ((failure: FailureFacts) => ReactNode) | undefined;
  info: BoundaryProps;
  /** The element that had the focus when it failed. */
  focused: Element | null;
};

/** What a team's function draws from the facts of a failure, or Candor in a line of text. Loaded only after a failure. */
export default function DrawnFallback({ draw, info, focused }: DrawnFallbackProps) {
  const facts = useFailure(info.error, info[`${CANDOR_UNSTABLE}retry`]);
  return draw ? draw(facts) : <InlineFailure {...facts} focused={focused} />;
}
