import { defineSdkOptions } from 'candor';

// The same for the edge runtime, which no page here uses.
export default defineSdkOptions({});
