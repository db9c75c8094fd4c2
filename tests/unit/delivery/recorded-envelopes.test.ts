import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addressEnvelope, BodyError, openEnvelope } from '../../../candor/delivery/envelope';
import { parseDsn } from '../../../candor/delivery/dsn';
import { createRelay } from '../../../candor/delivery/relay';
import { receiverOfThisTest } from './set-up-delivery';

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
const taken = recorded.filter(({ name }) => rejected[name] === undefined);

/** Sends an envelope as the tunnel does, and gives back the service's DSN and what arrived there. */
async function passOn(bytes: Buffer) {
  const { arrivals, dsn: text } = await receiverOfThisTest();
  const dsn = parseDsn(text);
  const outcome = await createRelay({ timeoutMs: 5_000 })(dsn.envelopeUrl, addressEnvelope(openEnvelope(bytes), dsn));
  expect(outcome).toEqual({ state: 'sent' });
  return { dsn: text, arrived: arrivals[0]?.bytes ?? Buffer.alloc(0) };
}

const afterFirstLine = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\n'));

test.each(Object.entries(rejected))('%s is rejected: %s', (name, error) => {
  const bytes = recorded.find((envelope) => envelope.name === name)?.bytes ?? Buffer.alloc(0);
  expect(() => openEnvelope(bytes)).toThrow(new BodyError(error));
});

test('five of the ten recorded envelopes are accepted', () => {
  expect(recorded).toHaveLength(10);
  expect(taken).toHaveLength(5);
});

describe.each(taken)('$name', ({ name, bytes }) => {
  test('arrives with every byte after its first line unchanged', async () => {
    expect(afterFirstLine((await passOn(bytes)).arrived)).toEqual(afterFirstLine(bytes));
  });

  test('gets its category', () => {
    expect(openEnvelope(bytes).category).toBe(name.includes('feedback') ? 'feedback' : 'error');
  });

  test('is rejected when a declared length is wrong', () => {
    const wrong = Buffer.from(bytes.toString('latin1').replace(/("length":)(\d+)/g, '$1$21'), 'latin1');
    if (wrong.equals(bytes)) return; // It declares none.
    expect(() => openEnvelope(wrong)).toThrow(new BodyError('An item is shorter than its header says.'));
  });

  test('keeps every field of its first line except the DSN and the key', async () => {
    const before = openEnvelope(bytes).header;
    const { dsn, arrived } = await passOn(bytes);
    const trace = before.trace && { ...(before.trace as object), public_key: 'publickey' };
    expect(openEnvelope(arrived).header).toEqual({ ...before, dsn, trace });
  });
});
