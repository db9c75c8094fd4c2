export { defineSdkOptions, type SdkEvent, type SdkEventHint, type SdkOptions } from './shared/define-sdk-options.js';
export type { EventState } from './shared/event-state.js';
export { defineMessages, type Messages } from './shared/define-messages.js';
export { report } from './shared/report.js';
export type { Words } from './shared/words/en.js';
