import { describe, expect, test } from 'vitest';
import { BodyError, openEnvelope } from '../../../candor/src/envelope/envelope';
import { eventPayload, replaceEvent } from '../../../candor/src/envelope/replace-payload';

const eventId = '0123456789abcdef0123456789abcdef';
const mebibyte = 1024 * 1024;

/** An envelope of these items, each a header and a payload. */
function envelopeOf(...items: [header: object, payload: string | Uint8Array][]): Buffer {
  const parts = items.flatMap(([header, payload]) => [`\n${JSON.stringify(header)}\n`, payload]);
  return Buffer.concat([`{"event_id":"${eventId}"}`, ...parts].map((part) => Buffer.from(part)));
}

const event: [object, string] = [{ type: 'event' }, `{"event_id":"${eventId}","message":"ü"}`];
const feedback: [object, string] = [{ type: 'feedback' }, `{"type":"feedback","event_id":"${eventId}"}`];
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
const attachment: [object, Buffer] = [{ type: 'attachment', length: 256, filename: 'a' }, everyByte];

const open = (...items: Parameters<typeof envelopeOf>) => openEnvelope(envelopeOf(...items));

describe('accepts', () => {
  test.each<[string, Parameters<typeof envelopeOf>, string]>([
    ['an event', [event], 'error'],
    ['an event without an id and a type', [[{ type: 'event' }, '{}']], 'error'],
    ['an event of type error', [[{ type: 'event' }, '{"type":"error"}']], 'error'],
    ['an event of type default', [[{ type: 'event' }, '{"type":"default"}']], 'error'],
    ['a feedback', [feedback], 'feedback'],
    ['an event with attachments after it', [event, attachment, attachment], 'error'],
    ['an empty attachment', [[{ type: 'attachment', length: 0 }, ''], event], 'error'],
    ['ten attachments', [event, ...Array<typeof attachment>(10).fill(attachment)], 'error'],
  ])('%s', (_, items, category) => {
    expect(open(...items)).toMatchObject({ eventId, category });
  });

  test('an event of 1 MiB, and none that is a byte larger', () => {
    const ofSize = (size: number): [object, string] => [{ type: 'event', length: size }, '{}'.padEnd(size, ' ')];
    expect(open(ofSize(mebibyte)).category).toBe('error');
    const tooLarge = { name: 'BodyError', status: 413, message: 'The event is larger than 1 MiB.' };
    expect(() => open(ofSize(mebibyte + 1))).toThrow(expect.objectContaining(tooLarge));
  });
});

const onlyEvents = (type: string) => `Item type ${type} is not supported.`;

describe('rejects', () => {
  test.each(['transaction', 'session', 'client_report', 'Event', 'event '])(
    'an item of type %s, alone, and beside an event',
    (type) => {
      const error = new BodyError(onlyEvents(/^\w+$/.test(type) ? type : 'unknown'));
      const item: [object, string] = [{ type }, '{}'];
      for (const items of [[item], [item, event], [event, item]]) expect(() => open(...items)).toThrow(error);
    },
  );

  test.each<[string, Parameters<typeof envelopeOf>, string]>([
    ['two events', [event, event], 'There is more than one event or feedback.'],
    ['an event and a feedback', [event, feedback], 'There is more than one event or feedback.'],
    ['attachments alone', [attachment], 'There are attachments without an event.'],
    ['no item at all', [], 'The envelope has no item.'],
    ['eleven attachments', Array<typeof attachment>(11).fill(attachment), 'There are more than 10 attachments.'],
    ['a minidump', [event, [{ type: 'attachment', attachment_type: 'event.minidump' }, 'MDMP']], 'Attachment type event.minidump is not supported.'],
    ['a type that would write into a log', [[{ type: '\n{"msg":"x"}' }, '{}']], onlyEvents('unknown')],
    ['a transaction that says to be an event', [[{ type: 'event' }, '{"type":"transaction"}']], 'The event has type transaction, which is not supported.'],
    ['an event that says to be a feedback', [[{ type: 'feedback' }, '{}']], 'The feedback has type unknown, which is not supported.'],
    ['a type said twice', [[{ type: 'event' }, '{"type":"error","type":"transaction"}']], 'The event has type transaction, which is not supported.'],
    ['a type that is not a string in an event', [[{ type: 'event' }, '{"type":null}']], 'The event has type unknown, which is not supported.'],
    ['a type that is hidden behind escapes', [[{ type: 'event' }, '{"t\\u0079pe":"\\u0074ransaction"}']], 'The event has type transaction, which is not supported.'],
    ['a long type', [[{ type: 'event' }, `{"type":"${'x'.repeat(999)}"}`]], 'The event has type unknown, which is not supported.'],
    ['a type that is not JSON', [[{ type: 'event' }, '{"type":error}']], 'The event is not JSON.'],
    ['an event of another id', [[{ type: 'event' }, `{"event_id":"${'0'.repeat(32)}"}`]], 'The event and the envelope have different ids.'],
    ['an event whose id is not a string', [[{ type: 'event' }, '{"event_id":null}']], 'The event and the envelope have different ids.'],
    ['an empty event', [[{ type: 'event', length: 0 }, '']], 'The event is not JSON.'],
    ['an event that is not an object', [[{ type: 'event' }, '[]']], 'The event is not a JSON object.'],
    ['an event that is not UTF-8', [[{ type: 'event', length: 9 }, Buffer.from('{"a":"\xff"}', 'latin1')]], 'The event is not JSON.'],
    ['an event with a byte order mark', [[{ type: 'event' }, '\ufeff{}']], 'The event is not JSON.'],
  ])('%s', (_, items, error) => {
    expect(() => open(...items)).toThrow(new BodyError(error));
  }); // prettier-ignore
});

describe('reads items', () => {
  const head = `{"event_id":"${eventId}"}`;
  test.each([
    ['without a length, to the end of the line', '\n{"type":"event"}\n{"a":1}\n{"type":"attachment"}\nx'],
    ['without a length, to the end', '\n{"type":"event"}\n{"a":1}'],
    ['with a length, and a line break after', '\n{"type":"event","length":7}\n{"a":1}\n'],
    ['with a payload of several lines', '\n{"type":"event","length":8}\n{"a"\n:1}'],
    ['with items in a payload', '\n{"type":"attachment","length":20}\n{"type":"event"}\n{}\n\n{"type":"event"}\n{}'],
    ['with a length of 0 at the end', '\n{"type":"event"}\n{}\n{"type":"attachment","length":0}'],
    ['with a length of 0 and a blank line', '\n{"type":"event"}\n{}\n{"type":"attachment","length":0}\n'],
    ['with blank lines after the last', '\n{"type":"event"}\n{}\n\n\n\n'],
    ['with carriage returns, which are space in JSON', '\r\n{"type":"event"}\r\n{}\r\n{"type":"attachment"}\r\nx\r\n'],
  ])('%s', (_, items) => {
    expect(openEnvelope(Buffer.from(head + items)).category).toBe('error');
  });

  test.each([
    ['an endless length', '\n{"type":"event","length":9007199254740991}\n{}', 'An item is shorter than its header says.'],
    ['a length in the middle', '\n{"type":"event","length":2}\n{} ', 'An item is longer than its header says.'],
    ['a fraction for a length', '\n{"type":"event","length":1.5}\n{}', 'The length of an item is not a whole number.'],
    ['text for a length', '\n{"type":"event","length":"2"}\n{}', 'The length of an item is not a whole number.'],
    ['a blank line before an item', '\n\n{"type":"event"}\n{}', 'The header of an item is not JSON.'],
    ['an item header that is not JSON', '\nevent\n{}', 'The header of an item is not JSON.'],
    ['an item header that is not an object', '\n"event"\n{}', 'The header of an item is not a JSON object.'],
    ['a long item header', `\n{"type":"event","x":"${'x'.repeat(9_000)}"}\n{}`, 'The header of an item is longer than 8 KiB.'],
  ])('rejects %s', (_, items, error) => {
    expect(() => openEnvelope(Buffer.from(head + items))).toThrow(new BodyError(error));
  }); // prettier-ignore
});

const head = `{"event_id":"${eventId}" , "x":1}`;
const payload = '{"message":"a"}';
const longer = Buffer.from('{"message":"Grüße"}');
const ofLines = (...lines: string[]) => openEnvelope(Buffer.from(lines.join('\n')));
const attached = ['{"type":"attachment","length":3,"filename":"a"}', 'a\nb'];

const ofLength = (length: number) => `{"length":${length},"type":"event","x":[1]}`;

test.each([
  ['without a length', [head, '{"type": "event" }', payload], [head, '{"type": "event" }', longer]],
  ['with one', [head, ofLength(15).replace(',', ', '), payload, ''], [head, ofLength(21), longer, '']],
  [
    'before an attachment',
    [head, '{"type":"event"}', payload, ...attached],
    [head, '{"type":"event"}', longer, ...attached],
  ],
  ['after an attachment', [head, ...attached, ofLength(15), payload], [head, ...attached, ofLength(21), longer]],
])('replaces an event %s, and no other byte', (_, before, after) => {
  const envelope = ofLines(...before);
  const bytes = Buffer.from(envelope.bytes);
  expect(Buffer.from(eventPayload(envelope) ?? []).toString()).toBe(payload);
  const replaced = replaceEvent(envelope, longer);
  expect(Buffer.from(replaced.bytes).toString()).toBe(after.join('\n'));
  expect(openEnvelope(replaced.bytes)).toEqual(replaced);
  expect(envelope.bytes, 'the envelope that is kept').toEqual(bytes);
});

test('a feedback has no event to replace', () => {
  const ofVisitor = open(feedback);
  expect(eventPayload(ofVisitor)).toBeUndefined();
  expect(replaceEvent(ofVisitor, longer)).toBe(ofVisitor);
});
