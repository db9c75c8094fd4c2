  matcher: '/((?!monitoring/?$|_next|_vercel|.*\\..*).*)',
