import './screens/outside-build.js'; // First: the others have its names.

export type { EventState } from './shared/event-state.js';
export { ApplicationErrorDocument as ApplicationError } from './screens/application-error.js';
export { ErrorBoundary } from './screens/error-boundary.js';
export { ExpectedDocument, ExpectedScreen, expectedMetadata } from './screens/expected-screen.js';
export type { FailureTexts } from './screens/failure-texts.js';
export type { Reference } from './screens/failure.js';
export { SegmentError } from './screens/segment-error.js';
export type { FeedbackState } from './screens/feedback.js';
export { useFailure, type FailureFacts } from './screens/use-failure.js';
