export * from 'candor/instrumentation-client';

// Not for Next, but for the bundler: every page loads this screen, which needs no file of its own here, and compresses better.
export * as errorScreen from './app/global-error';
