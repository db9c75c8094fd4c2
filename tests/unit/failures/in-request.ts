import type { Transport } from '@sentry/core';
import { runInContext } from '../../../candor/src/http/request-context';

/** Runs code in a request of its own. */
export const inRequest = <Result>(work: () => Result): Result => runInContext({ request: { headers: {} } }, work);

export function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('It threw nothing.');
}

export type SentEvent = { event_id: string; [field: string]: unknown };

/** A transport of the SDK that keeps what it is to send. */
export function keepEvents() {
  const sent: SentEvent[] = [];
  const transport: Transport = {
    send: async ([, items]) => {
      sent.push(items[0]?.[1] as unknown as SentEvent);
      return {};
    },
    flush: () => Promise.resolve(true),
  };
  return { sent, transport: () => transport };
}
