import { NextResponse, type NextRequest } from 'next/server';

export function proxy(request: NextRequest): NextResponse {
  return NextResponse.rewrite(new URL('/ordinary/param/of-proxy', request.url));
}

export const config = { matcher: '/ordinary/rewritten-by-proxy' };
