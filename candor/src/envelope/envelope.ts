import { isRecord } from '../shared/is-record.js';
import type { Dsn } from './dsn.js';
import { categoryOf } from './envelope-content.js';
import { BodyError, readHeader, readItems, type JsonObject } from './envelope-items.js';
import { maxEnvelopeBytes } from './envelope-size.js';

export { BodyError };

export type Source = 'server' | 'browser';

/** Services count and limit by it: https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/#definitions */
export type Category = 'error' | 'feedback';

/** Its items were checked, and its bytes are unchanged. */
export type Envelope = {
  eventId: string;
  category: Category;
  header: JsonObject;
  bytes: Uint8Array;
  rest: Uint8Array;
};

/** @throws BodyError if it is not one that is accepted */
export function openEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.byteLength > maxEnvelopeBytes) throw new BodyError('The envelope is larger than 2 MiB.', { status: 413 });
  const { header, end } = readHeader(bytes, 0, 'The first line of the envelope');
  const eventId = header.event_id;
  // Services also accept an id with dashes and capitals. No browser SDK writes one, and ids are looked up as they are here.
  if (typeof eventId !== 'string' || !/^[0-9a-f]{32}$/.test(eventId)) {
    throw new BodyError('The envelope has no event id of 32 lower-case hexadecimal digits.');
  }
  const category = categoryOf(readItems(bytes, end), eventId);
  return { eventId, category, header, bytes, rest: bytes.subarray(end) };
}

/** An envelope of one error event that this process has written itself. */
export function writtenEnvelope(eventId: string, header: JsonObject, bytes: Uint8Array): Envelope {
  const rest = bytes.subarray(bytes.indexOf(lineBreak));
  return { eventId, category: 'error', header, bytes, rest };
}

const lineBreak = 0x0a;

/** The field for the build that has made an envelope. It is for us alone. */
export const buildField = 'candor_build';

/** Only the first line changes. `sentAt` is for an envelope that was kept before: services correct the sender's clock by it. */
export function addressEnvelope({ header: kept, rest }: Envelope, dsn: Dsn, sentAt?: Date): [Uint8Array, Uint8Array] {
  const header = { ...kept };
  delete header[buildField];
  const trace = isRecord(header.trace) ? { trace: { ...header.trace, public_key: dsn.publicKey } } : {};
  const late = sentAt && 'sent_at' in header ? { sent_at: sentAt.toISOString() } : {};
  return [Buffer.from(JSON.stringify({ ...header, dsn: dsn.text, ...trace, ...late })), rest];
}
