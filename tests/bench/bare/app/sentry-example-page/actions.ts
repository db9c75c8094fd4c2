'use server';

import { forbidden, notFound, unauthorized } from 'next/navigation';
import { after } from 'next/server';

export async function fail(): Promise<void> {
  throw new Error('Sample error: a Server Action threw.');
}

export async function failAfterResponse(): Promise<void> {
  after(() => {
    throw new Error('Sample error: after() threw.');
  });
}

export async function reportCaught(): Promise<void> {}

export async function succeed(): Promise<void> {}

export async function triggerNotFound(): Promise<void> {
  notFound();
}

export async function triggerForbidden(): Promise<void> {
  forbidden();
}

export async function triggerUnauthorized(): Promise<void> {
  unauthorized();
}
