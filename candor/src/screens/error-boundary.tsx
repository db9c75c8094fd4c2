'use client';

import * as nextError from 'next/error';
import type { ComponentType, ReactNode } from 'react';
import type { BoundaryProps } from './boundary-props.js';
import { SegmentError } from './segment-error.js';

type Props = { fallback?: ReactNode };
type CatchError = (
  fallback: (props: Props, info: BoundaryProps) => ReactNode,
) => ComponentType<Props & { children?: ReactNode }>;

const { [`${CANDOR_UNSTABLE}catchError` as const]: catchError } = nextError as unknown as Record<
  `${typeof CANDOR_UNSTABLE}catchError`,
  CatchError
>;

/**
 * Keeps a failure of its children from the rest of the page, and shows it in their place. Not for the Pages Router, where Next has
 * no retry.
 * @param fallback is shown instead. The failure is reported all the same.
 */
export const ErrorBoundary = catchError(({ fallback }, info) =>
  fallback === undefined ? <SegmentError {...info} /> : fallback,
);
