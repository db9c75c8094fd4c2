import { withCandor } from 'candor/config';
export default withCandor(withSentryConfig(withNextIntl(nextConfig), {
}), { languages: ['en', 'de'] });
