export type { EventState } from './shared/event-state.js';
export { ApplicationErrorDocument as ApplicationError } from './screens/application-error.js';
export { ErrorBoundary } from './screens/error-boundary.js';
export { ExpectedDocument, ExpectedScreen, expectedMetadata } from './screens/expected-screen.js';
export { followFailure, type FollowedFailure } from './screens/follow-failure.js';
export type { Reference } from './screens/reference.js';
export { SegmentError } from './screens/segment-error.js';
export { lastShownFailure } from './screens/shown-screen.js';
export { useFailure, type FailureFacts } from './screens/use-failure.js';
