import { defineSdkOptions } from 'candor';

// Options for the events of the server process: release, tags, ignoreErrors, beforeSend. candor/README.md describes them.
export default defineSdkOptions({});
