import type { Messages } from '../shared/define-messages.js';

// In place of a team's words where there are none: `withCandor` leads the import of `#messages` to those that are.
const none: Messages<string> = {};

export default none;
