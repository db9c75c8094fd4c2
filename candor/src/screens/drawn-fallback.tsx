'use client';

import type { ReactNode } from 'react';
import type { BoundaryProps } from './boundary-props.js';
import { useFailure, type FailureFacts } from './use-failure.js';

export type DrawnFallbackProps = { draw: (failure: FailureFacts) => ReactNode; info: BoundaryProps };

/** Loaded only after a failure. */
export default function DrawnFallback({ draw, info }: DrawnFallbackProps) {
  return draw(useFailure(info.error, info[`${CANDOR_UNSTABLE}retry`]));
}
