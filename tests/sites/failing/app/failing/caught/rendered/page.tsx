import * as Sentry from '@sentry/nextjs';
import { report } from 'candor';

export const dynamic = 'force-dynamic';

/** Reports a caught error, and throws it again while rendering. */
export default async function Rendered({ searchParams }: { searchParams: Promise<{ by: string }> }) {
  const { by } = await searchParams;
  const error = new Error(`Failing: caught by ${by} and thrown again.`);
  if (by === 'sdk') Sentry.captureException(error);
  else report(error);
  throw error;
}
