import { NextResponse, type NextRequest } from 'next/server';

export function proxy(request: NextRequest) {
  if (request.nextUrl.pathname === '/proxied') return NextResponse.rewrite(new URL('/account', request.url));
  const response = NextResponse.next();
  response.headers.set('x-team', 'yes');
  return response;
}

export const config = { matcher: ['/((?!_next/static|_next/image|favicon.ico).*)'] };
