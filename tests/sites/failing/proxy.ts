import { after, type NextRequest } from 'next/server';

export function proxy({ nextUrl: { searchParams } }: NextRequest): void {
  if (searchParams.has('throw')) throw new Error('Failing: the proxy threw.');
  if (searchParams.has('after')) {
    after(() => {
      throw new Error('Failing: the proxy threw after the response.');
    });
  }
}

export const config = { matcher: '/failing/proxy/:path*' };
