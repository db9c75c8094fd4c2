import { describe, expect, test } from 'vitest';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { addressEnvelope, BodyError, buildField, openEnvelope } from '../../../candor/src/envelope/envelope';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const dsn = parseDsn('https://ourkey@example.test/42');
const eventId = '0123456789abcdef0123456789abcdef';

const header = (fields: object = {}) => JSON.stringify({ event_id: eventId, ...fields });
const items = '\n{"type":"event"}\n{}';

function readdress(envelope: string | Uint8Array): { header: unknown; rest: Buffer } {
  const bytes = Buffer.concat(addressEnvelope(openEnvelope(Buffer.from(envelope)), dsn));
  const end = bytes.indexOf('\n');
  return { header: JSON.parse(bytes.subarray(0, end).toString('utf8')), rest: bytes.subarray(end) };
}

const open = (text: string | Uint8Array) => openEnvelope(Buffer.from(text));
const noId = 'The envelope has no event id of 32 lower-case hexadecimal digits.';
const notJson = 'The first line of the envelope is not JSON.';
const notAnObject = 'The first line of the envelope is not a JSON object.';

describe('openEnvelope', () => {
  test('finds the event id', () => {
    expect(open(header() + items).eventId).toBe(eventId);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['no event id', `{}${items}`, noId],
    ['an event id with dashes', `{"event_id":"01234567-89ab-cdef-0123-456789abcdef"}${items}`, noId],
    ['an event id with capitals', `{"event_id":"0123456789ABCDEF0123456789ABCDEF"}${items}`, noId],
    ['an event id that goes on after 32 digits', `{"event_id":"${eventId}\\n{}"}${items}`, noId],
    ['an event id of the prototype', `{"__proto__":{"event_id":"${eventId}"}}${items}`, noId],
    ['an empty first line', '\n{}', notJson],
    ['a first line that is not JSON', 'event_id=1\n{}', notJson],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x0a]), notJson],
    ['a first line that is an array', '[]\n{}', notAnObject],
    ['a first line that is null', 'null\n{}', notAnObject],
  ])('rejects %s', (_, bytes, error) => {
    expect(() => open(bytes)).toThrow(new BodyError(error));
  });

  test('accepts a first line of 8 KiB, and rejects one byte more, with and without a line break', () => {
    const line = (length: number) => header({ a: 'x'.repeat(length - header({ a: '' }).length) });
    const tooLong = new BodyError('The first line of the envelope is longer than 8 KiB.');
    expect(line(8192)).toHaveLength(8192);
    expect(open(line(8192) + items).eventId).toBe(eventId);
    expect(() => open(line(8192))).toThrow(new BodyError('The envelope has no item.'));
    for (const rest of ['', '\n{}']) expect(() => open(line(8193) + rest)).toThrow(tooLong);
  });
});

describe('addressEnvelope', () => {
  const trace = { trace_id: 'x' };
  const ours = { ...trace, public_key: 'ourkey' };

  test('keeps a field named __proto__ a field', () => {
    const line = `{"event_id":"${eventId}","__proto__":{"a":1}`;
    const bytes = Buffer.concat(addressEnvelope(openEnvelope(Buffer.from(`${line}}${items}`)), dsn));
    expect(bytes.toString()).toBe(`${line},"dsn":"https://ourkey@example.test/42"}${items}`);
  });

  test.each<[string, object, object]>([
    ['adds no trace', {}, {}],
    ['replaces the key of a trace', { trace: { ...trace, public_key: 'theirs' } }, { trace: ours }],
    ['gives its key to a trace without one', { trace }, { trace: ours }],
    ['leaves out which build has made it', { [buildField]: 'x' }, {}],
    ['lets a trace be that is a string', { trace: 'x' }, { trace: 'x' }],
    ['lets a trace be that is an array', { trace: ['x'] }, { trace: ['x'] }],
    ['lets a trace be that is null', { trace: null }, { trace: null }],
  ])('%s', (_, sent, expected) => {
    expect(readdress(header(sent) + items).header).toStrictEqual({ event_id: eventId, ...expected, dsn: dsn.text });
  });
});

// Written by the SDKs of Python, Ruby and Node (10 and 11), each against a receiver; only paths and a kernel's name were
// replaced, by others of the same length.
const folder = join(import.meta.dirname, '../../support/envelopes');
const recorded = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));

/** Envelopes that are not errors or feedback, and the reason that is given. */
const rejected: Record<string, string> = {
  'node-10-session.envelope': 'The envelope has no event id of 32 lower-case hexadecimal digits.',
  'node-10-transaction.envelope': 'Item type transaction is not supported.',
  'node-11-spans.envelope': 'The envelope has no event id of 32 lower-case hexadecimal digits.',
  'python-transaction.envelope': 'Item type transaction is not supported.',
  'ruby-event.envelope': 'The event has type event, which is not supported.',
};

test.each(recorded)('$name is accepted with its category, or rejected with a reason', ({ name, bytes }) => {
  const error = rejected[name];
  const open = () => openEnvelope(bytes).category;
  if (error) expect(open).toThrow(new BodyError(error));
  else expect(open()).toBe(name.includes('feedback') ? 'feedback' : 'error');
});

test('five of the ten recorded envelopes are rejected', () => {
  expect(recorded).toHaveLength(10);
  expect(recorded.filter(({ name }) => rejected[name])).toHaveLength(5);
});
