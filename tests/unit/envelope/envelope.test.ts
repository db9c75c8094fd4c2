import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { addressEnvelope, BodyError, buildField, openEnvelope } from '../../../candor/src/envelope/envelope';
import { eventPayload, replaceEvent } from '../../../candor/src/envelope/replace-payload';
import { checkAny } from './check-property';

const dsn = parseDsn('https://ourkey@example.test/42');
const eventId = '0123456789abcdef0123456789abcdef';
const mebibyte = 1024 * 1024;

type Items = [header: object, payload: string | Uint8Array][];

/** Bytes of these items behind a first line. */
function bytesOf(...items: Items): Buffer {
  const parts = items.flatMap(([header, payload]) => [`\n${JSON.stringify(header)}\n`, payload]);
  return Buffer.concat([`{"event_id":"${eventId}"}`, ...parts].map((part) => Buffer.from(part)));
}

const open = (text: string | Uint8Array) => openEnvelope(Buffer.from(text));
const header = (fields: object = {}) => JSON.stringify({ event_id: eventId, ...fields });
const items = '\n{"type":"event"}\n{}';
const event: Items[0] = [{ type: 'event' }, `{"event_id":"${eventId}","message":"ü"}`];
const eventOf = (payload: string): Items => [[{ type: 'event' }, payload]];
const feedback: Items[0] = [{ type: 'feedback' }, `{"type":"feedback","event_id":"${eventId}"}`];
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
const attachment: Items[0] = [{ type: 'attachment', length: 256, filename: 'a' }, everyByte];

const noId = 'The envelope has no event id of 32 lower-case hexadecimal digits.';
const notJson = 'The first line of the envelope is not JSON.';
const notAnObject = 'The first line of the envelope is not a JSON object.';

test.each<[string | Uint8Array, string]>([
  [`{}${items}`, noId],
  [`{"event_id":"01234567-89ab-cdef-0123-456789abcdef"}${items}`, noId],
  [`{"event_id":"0123456789ABCDEF0123456789ABCDEF"}${items}`, noId],
  [`{"event_id":"${eventId}\\n{}"}${items}`, noId],
  [`{"__proto__":{"event_id":"${eventId}"}}${items}`, noId],
  ...['\n{}', 'event_id=1\n{}'].map((text): [string, string] => [text, notJson]),
  [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x0a]), notJson], // Not UTF-8.
  ...['[]\n{}', 'null\n{}'].map((text): [string, string] => [text, notAnObject]),
])('rejects %j', (bytes, error) => expect(() => open(bytes)).toThrow(new BodyError(error)));

test('accepts a first line of 8 KiB, and rejects one byte more, with and without a line break', () => {
  const line = (length: number) => header({ a: 'x'.repeat(length - header({ a: '' }).length) });
  const tooLong = new BodyError('The first line of the envelope is longer than 8 KiB.');
  expect(open(line(8192) + items).eventId).toBe(eventId);
  expect(() => open(line(8192))).toThrow(new BodyError('The envelope has no item.'));
  for (const rest of ['', '\n{}']) expect(() => open(line(8193) + rest)).toThrow(tooLong);
});

test.each<[string, Items, string]>([
  ['an event without an id and a type', eventOf('{}'), 'error'],
  ['an event of type error', eventOf('{"type":"error"}'), 'error'],
  ['an event of type default', eventOf('{"type":"default"}'), 'error'],
  // It would take minutes if what is read were searched again for each of them.
  ['an event of 1 MiB of escapes', eventOf(`{"a":"${'\\\\'.repeat(mebibyte / 2 - 4)}"}`), 'error'],
  ['ten attachments', [event, ...Array<Items[0]>(10).fill(attachment)], 'error'],
])('accepts %s', (_, items, category) => expect(open(bytesOf(...items))).toMatchObject({ eventId, category }));

test('rejects an event that is a byte larger than 1 MiB', () => {
  const tooLarge = { name: 'BodyError', status: 413, message: 'The event is larger than 1 MiB.' };
  expect(() => open(bytesOf(...eventOf('{}'.padEnd(mebibyte + 1, ' '))))).toThrow(expect.objectContaining(tooLarge));
});

const onlyEvents = (type: string) => `Item type ${type} is not supported.`;
const notEvent = (type: string) => `The event has type ${type}, which is not supported.`;
const minidump: Items[0] = [{ type: 'attachment', attachment_type: 'event.minidump' }, 'MDMP'];
const notUtf8: Items[0] = [{ type: 'event', length: 9 }, Buffer.from('{"a":"\xff"}', 'latin1')];
const twoIds = 'The event and the envelope have different ids.';

test.each<[string, Items, string]>([
  ...['transaction', 'session', 'client_report', 'Event', 'event '].flatMap((type): [string, Items, string][] => {
    const error = onlyEvents(/^\w+$/.test(type) ? type : 'unknown');
    const item: Items[0] = [{ type }, '{}'];
    return [[item], [item, event], [event, item]].map((all) => [`${type} among ${all.length}`, all, error]);
  }),
  ['two events', [event, event], 'There is more than one event or feedback.'],
  ['an event and a feedback', [event, feedback], 'There is more than one event or feedback.'],
  ['attachments alone', [attachment], 'There are attachments without an event.'],
  ['eleven attachments', Array<Items[0]>(11).fill(attachment), 'There are more than 10 attachments.'],
  ['a minidump', [event, minidump], 'Attachment type event.minidump is not supported.'],
  ['a type that would write into a log', [[{ type: '\n{"msg":"x"}' }, '{}']], onlyEvents('unknown')],
  ['a transaction that says to be an event', eventOf('{"type":"transaction"}'), notEvent('transaction')],
  ['an event as a feedback', [[{ type: 'feedback' }, '{}']], 'The feedback has type unknown, which is not supported.'],
  ['a type said twice', eventOf('{"type":"error","type":"transaction"}'), notEvent('transaction')],
  ['a type that is not a string in an event', eventOf('{"type":null}'), notEvent('unknown')],
  ['a type that is hidden behind escapes', eventOf('{"t\\u0079pe":"\\u0074ransaction"}'), notEvent('transaction')],
  ['a long type', eventOf(`{"type":"${'x'.repeat(999)}"}`), notEvent('unknown')],
  ['a type that is not JSON', eventOf('{"type":error}'), 'The event is not JSON.'],
  ['an event of another id', eventOf(`{"event_id":"${'0'.repeat(32)}"}`), twoIds],
  ['an event whose id is not a string', eventOf('{"event_id":null}'), twoIds],
  ['an empty event', [[{ type: 'event', length: 0 }, '']], 'The event is not JSON.'],
  ['an event that is not an object', eventOf('[]'), 'The event is not a JSON object.'],
  ['an event that is not UTF-8', [notUtf8], 'The event is not JSON.'],
  ['an event with a byte order mark', eventOf('\ufeff{}'), 'The event is not JSON.'],
])('rejects %s', (_, items, error) => expect(() => open(bytesOf(...items))).toThrow(new BodyError(error)));

test.each([
  ['without a length, to the end of the line', '\n{"type":"event"}\n{"a":1}\n{"type":"attachment"}\nx'],
  ['with items in a payload', '\n{"type":"attachment","length":20}\n{"type":"event"}\n{}\n\n{"type":"event"}\n{}'],
  ['with blank lines after the last', '\n{"type":"event"}\n{}\n\n\n\n'],
  ['with carriage returns, which are space in JSON', '\r\n{"type":"event"}\r\n{}\r\n{"type":"attachment"}\r\nx\r\n'],
])('reads items %s', (_, items) => expect(open(header() + items).category).toBe('error'));

const notWhole = 'The length of an item is not a whole number.';
const ofHeader = (is: string) => `The header of an item is ${is}`;

test.each([
  ['an endless length', '{"type":"event","length":9007199254740991}\n{}', 'An item is shorter than its header says.'],
  ['a length in the middle', '{"type":"event","length":2}\n{} ', 'An item is longer than its header says.'],
  ['a fraction for a length', '{"type":"event","length":1.5}\n{}', notWhole],
  ['text for a length', '{"type":"event","length":"2"}\n{}', notWhole],
  ['a blank line before an item', '\n{"type":"event"}\n{}', ofHeader('not JSON.')],
  ['an item header that is not JSON', 'event\n{}', ofHeader('not JSON.')],
  ['an item header that is not an object', '"event"\n{}', ofHeader('not a JSON object.')],
  ['a long item header', `{"type":"event","x":"${'x'.repeat(9_000)}"}\n{}`, ofHeader('longer than 8 KiB.')],
])('rejects %s', (_, items, error) => expect(() => open(`${header()}\n${items}`)).toThrow(new BodyError(error)));

test.each<[string, object, object]>([
  ['has our key in its trace', { trace: { a: 1, public_key: 'theirs' } }, { trace: { a: 1, public_key: 'ourkey' } }],
  ['does not say which build has made it', { [buildField]: 'x' }, {}],
  ['keeps a trace that is a string', { trace: 'x' }, { trace: 'x' }],
  ['keeps a trace that is an array', { trace: ['x'] }, { trace: ['x'] }],
  ['keeps a trace that is null', { trace: null }, { trace: null }],
])('an envelope that is addressed %s', (_, sent, expected) => {
  const [line] = addressEnvelope(open(header(sent) + items), dsn);
  expect(JSON.parse(Buffer.from(line).toString())).toStrictEqual({ event_id: eventId, ...expected, dsn: dsn.text });
});

// Written by the SDKs of Python, Ruby and Node (10 and 11), each against a receiver; only paths and a kernel's name were
// replaced, by others of the same length.
const folder = join(import.meta.dirname, '../../support/envelopes');

/** Envelopes that are not errors or feedback, and the reason that is given. */
const rejected: Record<string, string> = {
  'node-10-session.envelope': noId,
  'node-10-transaction.envelope': onlyEvents('transaction'),
  'node-11-spans.envelope': noId,
  'python-transaction.envelope': onlyEvents('transaction'),
  'ruby-event.envelope': notEvent('event'),
};

test.each(readdirSync(folder))('%s is accepted with its category, or rejected with a reason', (name) => {
  const [error, bytes] = [rejected[name], readFileSync(join(folder, name))];
  if (error) expect(() => open(bytes)).toThrow(new BodyError(error));
  else expect(open(bytes).category).toBe(name.includes('feedback') ? 'feedback' : 'error');
});

const payload = '{"message":"a"}';
const longer = Buffer.from('{"message":"Grüße"}');
const attached = ['{"type":"attachment","length":3,"filename":"a"}', 'a\nb'];
const ofLength = (length: number) => `{"length":${length},"type":"event","x":[1]}`;

test.each([
  ['without a length', ['{"type": "event" }', payload], ['{"type":"event","length":21}', longer]],
  ['with one', [ofLength(15).replace(',', ', '), payload, ''], [ofLength(21), longer, '']],
  ['before an attachment', [ofLength(15), payload, ...attached], [ofLength(21), longer, ...attached]],
  ['after an attachment', [...attached, ofLength(15), payload], [...attached, ofLength(21), longer]],
])('an event %s is replaced, with its length, and no other byte', (_, before, after) => {
  const head = `{"event_id":"${eventId}" , "x":1}`;
  const envelope = open([head, ...before].join('\n'));
  const bytes = Buffer.from(envelope.bytes);
  expect(Buffer.from(eventPayload(envelope) ?? []).toString()).toBe(payload);
  const replaced = replaceEvent(envelope, longer);
  expect(Buffer.from(replaced.bytes).toString()).toBe([head, ...after].join('\n'));
  expect(openEnvelope(replaced.bytes)).toEqual(replaced);
  expect(envelope.bytes, 'the envelope that is kept').toEqual(bytes);
});

test('a feedback has no event to replace', () => {
  const ofVisitor = open(bytesOf(feedback));
  expect(eventPayload(ofVisitor)).toBeUndefined();
  expect(replaceEvent(ofVisitor, longer)).toBe(ofVisitor);
});

const attachments = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 3 });

/** Everything after the first line of a valid envelope. */
const anyItems = fc
  .tuple(fc.constantFrom('event', 'feedback'), fc.jsonValue(), attachments, fc.constantFrom('', '\n'))
  .map(([type, extra, attached, end]) => {
    const payload = Buffer.from(JSON.stringify({ event_id: eventId, ...(type === 'feedback' && { type }), extra }));
    const all: Items = [[{ type, length: payload.length }, payload]];
    for (const bytes of attached) all.push([{ type: 'attachment', length: bytes.length }, bytes]);
    return Buffer.concat([bytesOf(...all).subarray(header().length), Buffer.from(end)]);
  });

/** Header fields that neither we nor a service know. JSON.parse makes `__proto__` a field like any other. */
const name = fc.oneof(fc.constant('__proto__'), fc.string({ maxLength: 20 }));
const unknownFields = fc
  .array(fc.tuple(name, fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 })
  .map((fields) => fields.filter(([name]) => !['event_id', 'dsn', 'trace', 'sent_at'].includes(name)));
const firstLine = fc
  .tuple(unknownFields, unknownFields)
  .map(([before, after]) => {
    const fields = [...before, ['event_id', eventId], ...after];
    return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
  })
  .filter((line) => Buffer.byteLength(line) <= 8 * 1024);

test('any bytes, and a damaged envelope, are an envelope or a BodyError with a sentence', () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 3 }), fc.nat(3)), { maxLength: 4 });
  const damaged = fc.tuple(firstLine, anyItems, damage).map(([line, rest, changes]) =>
    changes.reduce(
      (bytes, [place, inserted, removed]) => {
        const at = place % (bytes.length + 1);
        return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
      },
      Buffer.concat([Buffer.from(line), rest]),
    ),
  );
  checkAny(800, fc.oneof(fc.uint8Array({ maxLength: 500 }), damaged), (bytes) => {
    try {
      openEnvelope(bytes);
    } catch (error) {
      if (error instanceof BodyError) return [400, 413].includes(error.status) && /^[^\n]+\.$/.test(error.message);
      throw error;
    }
  });
});

test('a valid envelope is accepted, and addressed as the same one: only the DSN in its first line changes', () => {
  const otherFields = (json: string) => {
    const others = Object.entries(JSON.parse(json) as object).filter(([name]) => name !== 'dsn');
    return JSON.stringify(others.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  };
  checkAny(500, fc.tuple(firstLine, anyItems), ([line, rest]) => {
    const bytes = Buffer.concat([Buffer.from(line), rest]);
    const envelope = openEnvelope(bytes);
    const [first, others] = addressEnvelope(envelope, dsn, new Date(0)).map((part) => Buffer.from(part));
    const again = openEnvelope(Buffer.concat([first!, others!]));
    expect([envelope.eventId, again.eventId, again.category]).toEqual([eventId, eventId, envelope.category]);
    expect(JSON.parse(first!.toString())).toMatchObject({ dsn: dsn.text });
    expect(otherFields(first!.toString())).toBe(otherFields(line));
    return Buffer.compare(envelope.bytes, bytes) === 0 && others!.equals(rest);
  });
});
