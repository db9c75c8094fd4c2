import type { SdkOptions } from '../shared/define-sdk-options.js';

// In place of each of a team's sentry.*.config that does not exist: `withCandor` leads the imports of `#options/…` to those that do.
const none: SdkOptions = {};

export default none;
