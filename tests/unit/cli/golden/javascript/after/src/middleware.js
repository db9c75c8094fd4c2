  matcher: ['/((?!monitoring/?$|api|_next/static).*)', '/account/:path*'],
