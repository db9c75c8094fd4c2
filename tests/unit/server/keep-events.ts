import type { Transport } from '@sentry/core';

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
