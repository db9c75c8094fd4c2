'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';

export async function fail(): Promise<void> {
  throw new Error('Sample error: an action of the tests failed.');
}

export async function succeed(): Promise<string> {
  if (!(await headers()).has('next-action')) redirect('/failing-page'); // A form without scripts.
  return 'It succeeded.';
}
