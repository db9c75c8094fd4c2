export const config = {
  matcher: ['/((?!api|_next/static).*)', '/account/:path*'],
}

export function middleware() {}
