import { NextResponse, type NextRequest } from 'next/server';

export function proxy(request: NextRequest) {
  const { pathname, origin } = request.nextUrl;
  if (pathname === '/proxied') return NextResponse.rewrite(new URL('/docs', process.env.ZONE_ORIGIN));
  if (pathname === '/passed') return NextResponse.rewrite(new URL('/dynamic', origin));
  const response = NextResponse.next();
  response.headers.set('x-team', 'yes');
  return response;
}

export const config = { matcher: ['/((?!_next/static|_next/image).*)'] };
