import { getGlobalScope, Scope } from '#sentry/core';
import { runInContext } from '../http/request-context.js';
import { describeError } from '../scrubbing/log-format.js';
import { scrubEvent } from '../scrubbing/scrub-event.js';
import { captureWithClient } from './capture.js';
import type { StartSdk } from './sdk-client.js';
import { newDigest } from './shown-digest.js';

/** V8 compiles a regular expression to bytecode at its first use, and to machine code at its second. */
const uses = 2;

const text = 'Not a failure: password=x, a@b.example, https://b.example/?c';

/**
 * Compiles the rules that find secrets, and what the SDK makes an event with: otherwise the first failure of a process would, while other
 * requests wait. Here a request waits for one part at most.
 * @param startSdk `undefined`: reporting is off
 */
export async function prepareForFailure(startSdk: StartSdk | undefined): Promise<void> {
  const capture = startSdk && (await makeCapture(startSdk));
  const error = new Error(text);
  const parts = Array.from({ length: uses }, () => [
    () => describeError(text),
    () => describeError(error),
    () => scrubEvent({ type: undefined, message: text, extra: { stack: error.stack } }),
    ...(capture ? [capture] : []),
  ]).flat();

  for (const prepare of parts) {
    await prepare();
    await new Promise((resolve) => setImmediate(resolve)); // Not `unref`: that would wait for something else to wake the process.
  }
}

/** Makes an event that nobody gets, of a client and of scopes that nobody has. */
async function makeCapture(startSdk: StartSdk): Promise<() => Promise<void>> {
  const client = await startSdk({ environment: 'none', dsn: 'http://none@127.0.0.1/0' });
  const capture = captureWithClient(client);
  return async () => {
    if (getGlobalScope().getScopeData().eventProcessors.length > 0) return; // A team's would take it for a failure.
    const scopes = { current: new Scope(), isolation: new Scope() };
    const scope = scopes.current;
    const failure = { scope, transaction: '/', tags: {}, request: { method: 'GET', url: '/' }, isHandled: false };
    await runInContext({ scopes }, () => capture(new Error(text), newDigest(), failure));
  };
}
