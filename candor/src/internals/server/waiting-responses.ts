import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { patch } from '../patch.js';

const own = patch('waiting-responses');

/** The responses to requests that arrived before `register()` ran, which Next makes wait for it. */
export function waitingResponses(): ServerResponse[] {
  return own.attempt(() => {
    const active = (process as unknown as { _getActiveHandles: () => unknown[] })._getActiveHandles();
    const found = active
      .map((handle) => (handle as Socket & { _httpMessage?: unknown })._httpMessage)
      .filter((message) => message instanceof ServerResponse); // Or a request that this process sends.
    if (found.length > 0) own.seen();
    return found;
  }, []);
}
