export const config = {
  matcher: ['/((?!monitoring/?$|api|_next/static).*)', '/account/:path*'],
}

export function middleware() {}
