import type { NextRequest } from 'next/server';

export function proxy(request: NextRequest): void {
  if (request.nextUrl.searchParams.has('throw')) throw new Error('Odd: the proxy threw.');
}

export const config = { matcher: '/failing/proxy' };
