import type { Instrumentation } from 'next';
import { patch } from '../patch.js';

const own = patch('proxy-hook');

/** When `proxy.ts` throws, Next looks for the hooks of the edge runtime, even if the proxy runs in the server process. */
export function observeProxyErrors(onRequestError: Instrumentation.onRequestError): void {
  own.install(() => {
    const holder = globalThis as { _ENTRIES?: { middleware_instrumentation?: object } };
    const observed: Instrumentation.onRequestError = (thrown, request, context) => {
      own.seen();
      return onRequestError(thrown, request, context);
    };
    holder._ENTRIES = { ...holder._ENTRIES, middleware_instrumentation: { onRequestError: observed } };
  });
}
