import type { Dsn } from './dsn';

/** Who made an envelope: this server, or a visitor's browser. */
export type Source = 'server' | 'browser';

/**
 * What services count and limit an envelope as.
 * @see https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/#definitions
 */
export type Category = 'error' | 'feedback';

/** An envelope, opened no further than its first line. Items are never parsed. */
export type Envelope = {
  /** The event's id, if the envelope carries an event or is about one: 32 hex digits. */
  eventId: string | undefined;
  category: Category;
  header: Record<string, unknown>;
  /** As it came. */
  bytes: Uint8Array;
  /** Everything after the first line, its line break included, byte for byte. */
  rest: Uint8Array;
};

const maxHeaderBytes = 8 * 1024;
const lineBreak = 0x0a;

/**
 * Opens an envelope.
 * @throws EnvelopeError with one sentence when the first line is not a header.
 * @see https://develop.sentry.dev/sdk/foundations/envelopes/
 */
export function openEnvelope(bytes: Uint8Array): Envelope {
  const searched = bytes.subarray(0, maxHeaderBytes + 1);
  const end = searched.indexOf(lineBreak);
  if (end === -1 && bytes.length > maxHeaderBytes) {
    throw new EnvelopeError('The first line of the envelope is longer than 8 KiB.');
  }
  const header = parseHeader(end === -1 ? bytes : bytes.subarray(0, end));
  const eventId = header.event_id;
  return {
    eventId: typeof eventId === 'string' && /^[0-9a-f]{32}$/.test(eventId) ? eventId : undefined,
    category: 'error',
    header,
    bytes,
    rest: end === -1 ? new Uint8Array() : bytes.subarray(end),
  };
}

/**
 * The envelope's bytes as the service named by `dsn` takes them: its DSN and key in the first line, no other byte changed.
 * `sentAt` is given when it is sent late: services correct the sender's clock by it.
 */
export function addressEnvelope({ header, rest }: Envelope, dsn: Dsn, sentAt?: Date): Buffer {
  const trace = isRecord(header.trace) ? { trace: { ...header.trace, public_key: dsn.publicKey } } : {};
  const late = sentAt && 'sent_at' in header ? { sent_at: sentAt.toISOString() } : {};
  return Buffer.concat([Buffer.from(JSON.stringify({ ...header, dsn: dsn.text, ...trace, ...late })), rest]);
}

function parseHeader(line: Uint8Array): Record<string, unknown> {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch (error) {
    throw new EnvelopeError('The first line of the envelope is not JSON.', { cause: error });
  }
  if (!isRecord(header)) throw new EnvelopeError('The first line of the envelope is not a JSON object.');
  return header;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was posted is no envelope. The message is one sentence, safe to give back. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError';
}
