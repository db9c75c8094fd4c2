'use server';

import { forbidden, notFound, unauthorized } from 'next/navigation';

export async function fail(): Promise<void> {
  throw new Error('Sample error: a Server Action threw.');
}

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
