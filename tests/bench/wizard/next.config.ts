import { withSentryConfig } from '@sentry/nextjs/config';
import bare from './bare.config';

export default withSentryConfig(bare, {
  silent: true,
  telemetry: false,
  widenClientFileUpload: true,
});
