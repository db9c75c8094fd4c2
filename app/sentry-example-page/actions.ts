'use server';

import { headers } from 'next/headers';
import { forbidden, notFound, redirect, unauthorized } from 'next/navigation';
import { nodeContext } from '../../candor/server/server-context';
import { failureLimit } from './failure-limit';

const page = '/sentry-example-page';

/** In place of a failure that would be one too many. */
export type Refused = { retryAfterSeconds: number };

/** Each action is reachable by a post to any page, so each looks by itself whether it may run. */
function refuseWhenOff(): void {
  if (!nodeContext().settings.examplePage) notFound();
}

/** Counts a failure on purpose here, since any page's address executes an action. `undefined`: it may be. */
function refusePastLimit(): Refused | undefined {
  const verdict = failureLimit().consume();
  return verdict.state === 'limited' ? { retryAfterSeconds: verdict.retryAfterSeconds } : undefined;
}

/** Whether the framework's script posted the action; a form without JavaScript is a plain POST. */
async function isFetched(): Promise<boolean> {
  return (await headers()).has('next-action');
}

export async function fail(): Promise<Refused> {
  refuseWhenOff();
  const refused = refusePastLimit();
  if (refused && !(await isFetched())) redirect(`${page}?refused`);
  if (refused) return refused;
  throw new Error('Sample error: a Server Action threw.');
}

export async function succeed(): Promise<{ succeededAt: string }> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?done=server-action-ok`);
  return { succeededAt: new Date().toISOString() };
}

// In an action posted as a form Next answers all three with 404; the page they are redirected to has the right status,
// and is counted there.
export async function meetNotFound(): Promise<Refused> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=not-found`);
  return refusePastLimit() ?? notFound();
}

export async function meetForbidden(): Promise<Refused> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=forbidden`);
  return refusePastLimit() ?? forbidden();
}

export async function meetUnauthorized(): Promise<Refused> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=unauthorized`);
  return refusePastLimit() ?? unauthorized();
}
