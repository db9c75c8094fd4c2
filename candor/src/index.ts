export { defineSdkOptions, type SdkEvent, type SdkEventHint, type SdkOptions } from './shared/define-sdk-options.js';
export type { EventState } from './shared/event-state.js';
export { defineMessages, type Messages } from './shared/define-messages.js';
export { report } from './shared/report.js';
export {
  nodeRequest,
  reportingStatus,
  sampleFailures,
  type NodeRequest,
  type ReportingStatus,
  type SampleFailures,
  type SampleVerdict,
} from './shared/server-facts.js';
export type { Words } from './shared/words/en.js';
