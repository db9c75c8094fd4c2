import { defineSdkOptions } from 'candor';

// The same for the events of browsers. It is loaded with the SDK, after the first failure of a page.
export default defineSdkOptions({});
