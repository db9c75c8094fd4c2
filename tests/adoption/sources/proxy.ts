import type { NextRequest } from 'next/server';

export function proxy({ nextUrl }: NextRequest) {
  if (nextUrl.pathname === '/in-proxy') throw new Error('fault: proxy');
}
