'use client';

import * as nextError from 'next/error';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import type { BoundaryProps } from './boundary-props.js';
import type { DrawnFallbackProps } from './drawn-fallback.js';
import { SegmentError } from './segment-error.js';
import type { FailureFacts } from './use-failure.js';

type Props = { fallback?: ReactNode | ((failure: FailureFacts) => ReactNode) };
type CatchError = (
  fallback: (props: Props, info: BoundaryProps) => ReactNode,
) => ComponentType<Props & { children?: ReactNode }>;

// Above `ErrorBoundary`: behind a name that the bundler puts together Turbopack's maps name frames wrongly.
/** If it cannot be loaded, Candor's screen is shown. */
const DrawnFallback = lazy<ComponentType<DrawnFallbackProps>>(() =>
  import('./drawn-fallback.js').catch((error: unknown) => {
    console.warn(error); // It names the file.
    return { default: ({ info }: DrawnFallbackProps) => <SegmentError {...info} /> };
  }),
);

const { [`${CANDOR_UNSTABLE}catchError` as const]: catchError } = nextError as unknown as Record<
  `${typeof CANDOR_UNSTABLE}catchError`,
  CatchError
>;

/**
 * Keeps a failure of its children from the rest of the page, and shows it in their place. Not for the Pages Router, where Next has
 * no retry.
 * @param fallback is shown instead, or what it draws from the facts of the failure. The failure is reported all the same, once
 */
export const ErrorBoundary = catchError(({ fallback }, info) => {
  if (fallback === undefined) return <SegmentError {...info} />;
  if (typeof fallback !== 'function') return fallback;
  return (
    <Suspense>
      <DrawnFallback draw={fallback} info={info} />
    </Suspense>
  );
});
