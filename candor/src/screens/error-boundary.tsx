'use client';

import * as nextError from 'next/error.js'; // Node finds Next's modules by the names of their files only.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import type { BoundaryProps } from './boundary-props.js';
import type { DrawnFallbackProps } from './drawn-fallback.js';
import { SegmentError } from './segment-error.js';
import type { FailureFacts } from './use-failure.js';

type Props = { fallback?: ReactNode | ((failure: FailureFacts) => ReactNode) };
type CatchError = (
  fallback: (props: Props, info: BoundaryProps) => ReactNode,
) => ComponentType<Props & { children?: ReactNode }>;

// Above `ErrorBoundary`: Turbopack's maps name frames wrongly below a name that the bundler puts together.
/** If it cannot be loaded, Candor's screen is shown. */
const DrawnFallback = lazy<ComponentType<DrawnFallbackProps>>(() =>
  import('./drawn-fallback.js').catch((error: unknown) => {
    console.warn(error); // It names the file.
    return { default: ({ info }: DrawnFallbackProps) => <SegmentError {...info} /> };
  }),
);

type NextError = Record<`${typeof CANDOR_UNSTABLE}catchError`, CatchError>;

// Node finds no name of the module but `default`, which is all of it.
const { [`${CANDOR_UNSTABLE}catchError` as const]: catchError } = (CANDOR_OUTSIDE_BUILD
  ? nextError.default
  : nextError) as unknown as NextError;

/**
 * Keeps a failure of its children from the rest of the page, and shows it in their place. Not for the Pages Router, where Next has
 * no retry.
 * @param fallback shown instead, or a function that draws the facts of the failure, which is reported all the same
 */
export const ErrorBoundary = catchError(function Fallback({ fallback }, info) {
  if (fallback === undefined) return <SegmentError {...info} />;
  if (typeof fallback !== 'function') return fallback;
  return (
    <Suspense>
      <DrawnFallback draw={fallback} info={info} />
    </Suspense>
  );
});
