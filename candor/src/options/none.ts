import type { Messages } from '../shared/define-messages.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';

// In place of a team's options and words where there are none: `withCandor` leads `#options/…` and `#messages` to those that are.
const none: SdkOptions & Messages<string> = {};

export default none;
