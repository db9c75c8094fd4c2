import type { Category } from './envelope';
import { EnvelopeError } from './envelope-error';
import type { Item } from './envelope-items';
import { parseShort, readFields } from './json-fields';

// Sentry's own limit: https://docs.sentry.io/concepts/data-management/size-limits/
export const maxEventBytes = 1024 * 1024;
const maxAttachments = 10;

/** Payload types that our SDKs write in each item type; the event of an error may leave its type out. */
const kinds = {
  event: { category: 'error', types: [undefined, 'error', 'default'], what: 'The event' },
  feedback: { category: 'feedback', types: ['feedback'], what: 'The feedback' },
} as const;

/**
 * Finds the category of an envelope, and takes only what our SDKs make: one event or one feedback about the envelope's
 * event, with its attachments. Other items would use up another quota of the service, and bring limits of another category.
 * @throws EnvelopeError that names the part that is not taken
 */
export function categoryOf(items: Iterable<Item>, eventId: string): Category {
  let category: Category | undefined;
  let attachments = 0;
  for (const { header, payload } of items) {
    if (header.type === 'attachment') {
      checkAttachment(header.attachment_type);
      attachments += 1;
      if (attachments > maxAttachments) throw new EnvelopeError(`There are more than ${maxAttachments} attachments.`);
    } else {
      if (header.type !== 'event' && header.type !== 'feedback') {
        throw new EnvelopeError(`An item of type ${nameOf(header.type)} is not taken: only events and feedback are.`);
      }
      if (category !== undefined) throw new EnvelopeError('There is more than one event or feedback.');
      category = checkPayload(header.type, payload, eventId);
    }
  }
  if (category !== undefined) return category;
  throw new EnvelopeError(attachments > 0 ? 'There are attachments without an event.' : 'The envelope has no item.');
}

function checkPayload(itemType: keyof typeof kinds, payload: Uint8Array, eventId: string): Category {
  const { category, types, what } = kinds[itemType];
  if (payload.byteLength > maxEventBytes) throw new EnvelopeError(`${what} is larger than 1 MiB.`, { status: 413 });
  const fields = readFields(payload, ['type', 'event_id']);
  if (fields === undefined) throw new EnvelopeError(`${what} is not a JSON object.`);
  const read = (name: string) => {
    const value = fields.get(name);
    return value && parseShort(value);
  };
  const [type, id] = [read('type'), read('event_id')];
  if (!types.some((known) => known === type)) {
    throw new EnvelopeError(`${what} is of type ${nameOf(type)}, which is not taken.`);
  }
  if (id !== undefined && id !== eventId) throw new EnvelopeError(`${what} has another id than the envelope.`);
  return category;
}

/** Services turn some other types into events of their own: a minidump is a crash. */
function checkAttachment(type: unknown): void {
  if (type === undefined || type === 'event.attachment') return;
  throw new EnvelopeError(`An attachment of type ${nameOf(type)} is not taken.`);
}

/** The name of a type, if it is safe to give back to its sender. */
function nameOf(type: unknown): string {
  return typeof type === 'string' && /^[\w.]{1,40}$/.test(type) ? type : 'unknown';
}
