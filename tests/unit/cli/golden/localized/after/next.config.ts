import { withCandor } from 'candor/config';
import { withSentryConfig } from '@sentry/nextjs';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin('./src/i18n/request.ts');

const nextConfig: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
};

export default withCandor(withSentryConfig(withNextIntl(nextConfig), {
  org: 'lamps',
  project: 'site',
  silent: true,
  telemetry: false,
  tunnelRoute: '/monitoring',
}), { languages: ['en', 'de'] });
