import type { NextRequest } from 'next/server';

export function proxy(request: NextRequest): void {
  if (request.nextUrl.searchParams.has('throw')) throw new Error('Failing: the proxy threw.');
}

export const config = { matcher: '/failing/proxy' };
