'use server';

import { headers } from 'next/headers';
import { forbidden, notFound, redirect, unauthorized } from 'next/navigation';
import { after } from 'next/server';
import { report } from 'candor';
import { isOff } from './is-off';
import { takeFailure } from './sample-failures';

const page = '/sentry-example-page';

/** The result of an action that the limit prevented from failing. */
export type Limited = { retryAfterSeconds: number };

/** The result of an action that has something to report, and stays on the page. */
export type Reported = { digest: string };

/** Called by each action: a post to any page reaches it, also when the example page is off. */
function notFoundWhenOff(): void {
  if (isOff()) notFound();
}

/** Counts the failure in the action, because a post to any page runs it. `undefined`: the limit allows it. */
function consumeFailure(): Limited | undefined {
  const verdict = takeFailure();
  return verdict.state === 'limited' ? { retryAfterSeconds: verdict.retryAfterSeconds } : undefined;
}

/** Whether Next's script posted the action. Without JavaScript the browser posts a plain form. */
async function isFetched(): Promise<boolean> {
  return (await headers()).has('next-action');
}

/** The same for an action that is off with the page. Past the limit a plain form leads to the page that says so. */
async function consumeOrRedirect(): Promise<Limited | undefined> {
  notFoundWhenOff();
  const limited = consumeFailure();
  if (limited && !(await isFetched())) redirect(`${page}?limited`);
  return limited;
}

export async function fail(): Promise<Limited> {
  const limited = await consumeOrRedirect();
  if (limited) return limited;
  throw new Error('Sample error: a Server Action threw.');
}

/** Fails after its response, which names the id that the event is going to have: an error may bring its digest. */
export async function failAfterResponse(): Promise<Limited | Reported> {
  const limited = await consumeOrRedirect();
  if (limited) return limited;
  const digest = crypto.randomUUID().replaceAll('-', '');
  const error = Object.assign(new Error('Sample error: after() threw.'), { digest });
  after(() => {
    throw error;
  });
  if (!(await isFetched())) redirect(`${page}?done=after-response`);
  return { digest };
}

export async function reportCaught(): Promise<Limited | Reported> {
  const limited = await consumeOrRedirect();
  if (limited) return limited;
  const digest = catchAndReport();
  if (!(await isFetched())) redirect(`${page}?done=handled`);
  return { digest };
}

function catchAndReport(): string {
  try {
    throw new Error('Sample error: a Server Action caught it.');
  } catch (error) {
    return report(error);
  }
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
