'use server';

import { forbidden, notFound, unauthorized } from 'next/navigation';

export async function fail(): Promise<void> {
  throw new Error('Sample error: a Server Action threw.');
}

export async function succeed(): Promise<void> {}

export async function meetNotFound(): Promise<void> {
  notFound();
}

export async function meetForbidden(): Promise<void> {
  forbidden();
}

export async function meetUnauthorized(): Promise<void> {
  unauthorized();
}
