import type { Category } from './envelope.js';
import { BodyError, parseObject, type Item } from './envelope-items.js';
import { maxEventBytes } from './envelope-size.js';

const maxAttachments = 10;

/** Payload types that our SDKs write in each item type; the event of an error may leave its type out. */
const kinds = {
  event: { category: 'error', types: [undefined, 'error', 'default'], what: 'The event' },
  feedback: { category: 'feedback', types: ['feedback'], what: 'The feedback' },
} as const;

/** Accepts only what our SDKs make: other items would use up another quota of the service, and bring limits of another category. */
export function categoryOf(items: Iterable<Item>, eventId: string): Category {
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
