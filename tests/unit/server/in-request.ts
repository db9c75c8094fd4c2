import { runInContext } from '../../../candor/src/http/request-context';

/** Runs code in a request of its own. */
export const inRequest = <Result>(work: () => Result): Result => runInContext({ request: { headers: {} } }, work);

/** The SDK is as before its first call. */
export function forgetSdk(): void {
  Reflect.deleteProperty(globalThis, '__SENTRY__');
}

export function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('It threw nothing.');
}
