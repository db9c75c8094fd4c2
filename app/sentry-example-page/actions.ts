'use server';

import { headers } from 'next/headers';
import { forbidden, notFound, redirect, unauthorized } from 'next/navigation';
import { reporter } from '../_reporting/reporter';

const page = '/sentry-example-page';

/** Each action is reachable by a post to any page, so each looks by itself whether it may run. */
function refuseWhenOff(): void {
  if (!reporter().examplePage) notFound();
}

/** Whether the framework's script posted the action; a form without JavaScript is a plain POST. */
async function isFetched(): Promise<boolean> {
  return (await headers()).has('next-action');
}

export async function fail(): Promise<void> {
  refuseWhenOff();
  throw new Error('Sample error: a Server Action threw.');
}

export async function succeed(): Promise<{ succeededAt: string }> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?done=server-action-ok`);
  return { succeededAt: new Date().toISOString() };
}

// In an action posted as a form Next answers all three with 404; the page they are redirected to has the right status.
export async function meetNotFound(): Promise<void> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=not-found`);
  notFound();
}

export async function meetForbidden(): Promise<void> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=forbidden`);
  forbidden();
}

export async function meetUnauthorized(): Promise<void> {
  refuseWhenOff();
  if (!(await isFetched())) redirect(`${page}?fail=unauthorized`);
  unauthorized();
}
