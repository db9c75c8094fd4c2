export { ApplicationErrorDocument as ApplicationError } from './screens/application-error.js';
export { ErrorBoundary } from './screens/error-boundary.js';
export { ExpectedScreen, expectedMetadata } from './screens/expected-screen.js';
export { SegmentError } from './screens/segment-error.js';
