import { expect, test } from 'vitest';
import { openEnvelope } from '../../../candor/src/envelope/envelope';
import { eventPayload, replaceEvent } from '../../../candor/src/envelope/replace-payload';

const id = '0123456789abcdef0123456789abcdef';
const head = `{"event_id":"${id}" , "x":1}`;
const event = '{"message":"a"}';
const longer = Buffer.from('{"message":"Grüße"}');
const open = (...lines: string[]) => openEnvelope(Buffer.from(lines.join('\n')));
const attachment = ['{"type":"attachment","length":3,"filename":"a"}', 'a\nb'];

test.each([
  ['without a length', [head, '{"type": "event" }', event], [head, '{"type": "event" }', longer]],
  [
    'with one',
    [head, '{"length":15, "type":"event","x":[1]}', event, ''],
    [head, '{"length":21,"type":"event","x":[1]}', longer, ''],
  ],
  [
    'before an attachment',
    [head, '{"type":"event"}', event, ...attachment, ''],
    [head, '{"type":"event"}', longer, ...attachment, ''],
  ],
  [
    'after an attachment',
    [head, ...attachment, '{"type":"event","length":15}', event],
    [head, ...attachment, '{"type":"event","length":21}', longer],
  ],
])('replaces an event %s, and no other byte', (_, before, after) => {
  const envelope = open(...before);
  const bytes = Buffer.from(envelope.bytes);
  expect(Buffer.from(eventPayload(envelope) ?? []).toString()).toBe(event);
  const replaced = replaceEvent(envelope, longer);
  expect(Buffer.from(replaced.bytes).toString()).toBe(after.join('\n'));
  expect(openEnvelope(replaced.bytes)).toEqual(replaced);
  expect(envelope.bytes, 'the envelope that is kept').toEqual(bytes);
});

test('a feedback has no event to replace', () => {
  const feedback = open(head, '{"type":"feedback"}', '{"type":"feedback"}');
  expect(eventPayload(feedback)).toBeUndefined();
  expect(replaceEvent(feedback, longer)).toBe(feedback);
});
