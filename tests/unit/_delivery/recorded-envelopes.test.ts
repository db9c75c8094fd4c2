import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressEnvelope, openEnvelope } from '../../../app/_delivery/envelope';
import { parseDsn } from '../../../app/_delivery/dsn';
import { createRelay } from '../../../app/_delivery/relay';
import { startReceiver, type Receiver } from '../../support/receiver';

// Written by the SDKs of Python, Ruby and Node (10 and 11), each against a receiver; only paths and a kernel's name were
// replaced, by others of the same length.
const folder = join(import.meta.dirname, '../../support/envelopes');
const recorded = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver({ isKeeping: true });
});
afterAll(() => receiver.close());

describe.each(recorded)('$name', ({ bytes }) => {
  test('arrives with every byte after its first line as it was', async () => {
    expect(afterFirstLine(await passOn(bytes))).toEqual(afterFirstLine(bytes));
  });

  test('arrives so though the lengths that it declares are wrong', async () => {
    const wrong = Buffer.from(bytes.toString('latin1').replace(/("length":)\d+/g, '$1 9'), 'latin1');
    expect(afterFirstLine(await passOn(wrong))).toEqual(afterFirstLine(wrong));
  });

  test('keeps all that its first line says, but for the DSN and the key', async () => {
    const before = openEnvelope(bytes).header;
    const { dsn, trace, ...after } = openEnvelope(await passOn(bytes)).header;
    expect(dsn).toBe(receiver.dsn);
    expect(trace).toEqual(before.trace && { ...(before.trace as object), public_key: 'publickey' });
    expect(after).toEqual(
      Object.fromEntries(Object.entries(before).filter(([key]) => key !== 'dsn' && key !== 'trace')),
    );
  });
});

/** Sends an envelope as the tunnel does, and gives back what arrived. */
async function passOn(bytes: Buffer): Promise<Buffer> {
  const dsn = parseDsn(receiver.dsn);
  const outcome = await createRelay({ timeoutMs: 5_000 })(dsn.envelopeUrl, addressEnvelope(openEnvelope(bytes), dsn));
  expect(outcome).toEqual({ state: 'sent' });
  return receiver.arrivals.at(-1)?.bytes ?? Buffer.alloc(0);
}

function afterFirstLine(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.indexOf('\n'));
}
