import type { Envelope } from './envelope.js';
import { readItems } from './envelope-items.js';

/** `undefined`: it is a feedback. */
export function eventPayload({ rest }: Envelope): Uint8Array | undefined {
  return eventItem(rest)?.payload;
}

/** Only the event changes, and the `length` in its item's header. */
export function replaceEvent(envelope: Envelope, payload: Uint8Array): Envelope {
  const { bytes, rest } = envelope;
  const item = eventItem(rest);
  if (!item) return envelope;
  const start = item.payload.byteOffset - rest.byteOffset;
  const headerStart = rest.lastIndexOf(lineBreak, start - 2) + 1;
  const header = Buffer.from(`${JSON.stringify({ ...item.header, length: payload.byteLength })}\n`);
  const changed = [rest.subarray(0, headerStart), header, payload, rest.subarray(start + item.payload.byteLength)];
  const firstLine = bytes.subarray(0, bytes.byteLength - rest.byteLength);
  const all = Buffer.concat([firstLine, ...changed]);
  return { ...envelope, bytes: all, rest: all.subarray(firstLine.byteLength) };
}

const lineBreak = 0x0a;

const eventItem = (rest: Uint8Array) => [...readItems(rest, 0)].find(({ header }) => header.type === 'event');
