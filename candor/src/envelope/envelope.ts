import { isRecord } from '../shared/is-record.js';
import type { Dsn } from './dsn.js';
import { BodyError, readHeader, readItems, type JsonObject, parseObject, type Item } from './envelope-items.js';

export { BodyError };

/** Sentry's own limit: https://docs.sentry.io/concepts/data-management/size-limits/ */
export const maxEventBytes = 1024 * 1024;

/** With attachments. Whatever is accepted can be kept: every store has room for it. */
export const maxEnvelopeBytes = 2 * maxEventBytes;

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

const maxAttachments = 10;

/** Payload types that our SDKs write in each item type; the event of an error may leave its type out. */
const kinds = {
  event: { category: 'error', types: [undefined, 'error', 'default'], what: 'The event' },
  feedback: { category: 'feedback', types: ['feedback'], what: 'The feedback' },
} as const;

/** Accepts only what our SDKs make: other items would use up another quota of the service, and bring limits of another category. */
function categoryOf(items: Iterable<Item>, eventId: string): Category {
  let category: Category | undefined;
  let attachments = 0;
  for (const { header, payload } of items) {
    if (header.type === 'attachment') {
      checkAttachment(header.attachment_type);
      attachments += 1;
      if (attachments > maxAttachments) throw new BodyError(`There are more than ${maxAttachments} attachments.`);
    } else {
      if (header.type !== 'event' && header.type !== 'feedback') {
        throw new BodyError(`Item type ${nameOf(header.type)} is not supported.`);
      }
      if (category !== undefined) throw new BodyError('There is more than one event or feedback.');
      category = checkPayload(header.type, payload, eventId);
    }
  }
  if (category !== undefined) return category;
  throw new BodyError(attachments > 0 ? 'There are attachments without an event.' : 'The envelope has no item.');
}

function checkPayload(itemType: keyof typeof kinds, payload: Uint8Array, eventId: string): Category {
  const { category, types, what } = kinds[itemType];
  if (payload.byteLength > maxEventBytes) throw new BodyError(`${what} is larger than 1 MiB.`, { status: 413 });
  const { type, event_id: id } = parseObject(payload, what);
  if (!types.some((known) => known === type)) {
    throw new BodyError(`${what} has type ${nameOf(type)}, which is not supported.`);
  }
  if (id !== undefined && id !== eventId) throw new BodyError(`${what} and the envelope have different ids.`);
  return category;
}

/** Services turn some other types into events of their own: a minidump is a crash. */
function checkAttachment(type: unknown): void {
  if (type === undefined || type === 'event.attachment') return;
  throw new BodyError(`Attachment type ${nameOf(type)} is not supported.`);
}

/** A name that is safe to show to its sender. */
function nameOf(type: unknown): string {
  return typeof type === 'string' && /^[\w.]{1,40}$/.test(type) ? type : 'unknown';
}
