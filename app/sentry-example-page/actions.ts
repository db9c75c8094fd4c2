'use server';

import { headers } from 'next/headers';
import { forbidden, notFound, redirect, unauthorized } from 'next/navigation';
import { reporter } from '../../candor/server/server-context';

const page = '/sentry-example-page';

/** The result of an action that the limit prevented from failing. */
export type Limited = { retryAfterSeconds: number };

/** Called by each action: a post to any page reaches it, also when the example page is off. */
function notFoundWhenOff(): void {
  if (!reporter().examplePage) notFound();
}

/** Counts the failure in the action, because a post to any page runs it. `undefined`: the limit allows it. */
function consumeFailure(): Limited | undefined {
  const verdict = reporter().failureLimit.count();
  return verdict.state === 'refused' ? { retryAfterSeconds: verdict.retryAfterSeconds } : undefined;
}

/** Whether Next's script posted the action. Without JavaScript the browser posts a plain form. */
async function isFetched(): Promise<boolean> {
  return (await headers()).has('next-action');
}

export async function fail(): Promise<Limited> {
  notFoundWhenOff();
  const limited = consumeFailure();
  if (limited && !(await isFetched())) redirect(`${page}?limited`);
  if (limited) return limited;
  throw new Error('Sample error: a Server Action threw.');
}

export async function succeed(): Promise<{ succeededAt: string }> {
  notFoundWhenOff();
  if (!(await isFetched())) redirect(`${page}?done=server-action-ok`);
  return { succeededAt: new Date().toISOString() };
}

// To a form post Next responds to all three with 404. The page at the redirect's target has the right status, and counts the
// failure.
export async function triggerNotFound(): Promise<Limited> {
  notFoundWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=not-found`);
  return consumeFailure() ?? notFound();
}

export async function triggerForbidden(): Promise<Limited> {
  notFoundWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=forbidden`);
  return consumeFailure() ?? forbidden();
}

export async function triggerUnauthorized(): Promise<Limited> {
  notFoundWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=unauthorized`);
  return consumeFailure() ?? unauthorized();
}
