import type { Dsn } from './dsn';
import { categoryOf } from './envelope-content';
import { EnvelopeError } from './envelope-error';
import { isObject, readHeader, readItems, type JsonObject } from './envelope-items';

export { EnvelopeError };

/** Who made an envelope: this server, or a visitor's browser. */
export type Source = 'server' | 'browser';

/**
 * What services count and limit an envelope as.
 * @see https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/#definitions
 */
export type Category = 'error' | 'feedback';

/** An envelope of one event or one feedback. Its items were read, and are kept as they came. */
export type Envelope = {
  /** 32 lower-case hex digits. */
  eventId: string;
  category: Category;
  header: JsonObject;
  /** As it came. */
  bytes: Uint8Array;
  /** Everything after the first line, its line break included, byte for byte. */
  rest: Uint8Array;
};

/**
 * Opens an envelope.
 * @throws EnvelopeError with one sentence when it is none, or none that is taken.
 * @see https://develop.sentry.dev/sdk/foundations/envelopes/
 */
export function openEnvelope(bytes: Uint8Array): Envelope {
  const { header, end } = readHeader(bytes, 0, 'The first line of the envelope');
  const eventId = header.event_id;
  // Services know an id with dashes and capitals too; no SDK for browsers writes one, and ours looks ids up as they are.
  if (typeof eventId !== 'string' || !/^[0-9a-f]{32}$/.test(eventId)) {
    throw new EnvelopeError('The envelope has no event id of 32 lower-case hexadecimal digits.');
  }
  const category = categoryOf(readItems(bytes, end), eventId);
  return { eventId, category, header, bytes, rest: bytes.subarray(end) };
}

/**
 * The envelope's bytes as the service named by `dsn` takes them: its DSN and key in the first line, no other byte changed.
 * `sentAt` is given when it is sent late: services correct the sender's clock by it.
 */
export function addressEnvelope({ header, rest }: Envelope, dsn: Dsn, sentAt?: Date): Buffer {
  const trace = isObject(header.trace) ? { trace: { ...header.trace, public_key: dsn.publicKey } } : {};
  const late = sentAt && 'sent_at' in header ? { sent_at: sentAt.toISOString() } : {};
  return Buffer.concat([Buffer.from(JSON.stringify({ ...header, dsn: dsn.text, ...trace, ...late })), rest]);
}
