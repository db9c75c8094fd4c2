import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BodyError, openEnvelope } from '../../../candor/src/envelope/envelope';

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
