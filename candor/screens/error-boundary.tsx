'use client';

import { catchError } from 'next/error';
import type { ReactNode } from 'react';
import { SegmentError } from './segment-error';

/**
 * Keeps a failure of its children from the rest of the page, and shows it in their place. Not for the Pages Router, where Next has
 * no retry.
 * @param fallback is shown instead. The failure is reported all the same.
 */
export const ErrorBoundary = catchError(({ fallback }: { fallback?: ReactNode }, { error, retry }) =>
  fallback === undefined ? <SegmentError error={error} retry={retry} /> : fallback,
);
