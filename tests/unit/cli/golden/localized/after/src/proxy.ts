import createMiddleware from 'next-intl/middleware';
import { routing } from '@/i18n/routing';

export default createMiddleware(routing);

export const config = {
  // All but what Next serves itself, and files.
  matcher: '/((?!monitoring/?$|_next|_vercel|.*\\..*).*)',
};
