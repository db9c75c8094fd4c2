import fc from 'fast-check';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import type { Claimed, Outbox } from '../../../../candor/src/outbox/outbox';
import { createTestClocks, envelopeOf, plenty, tempFolder } from '../../delivery/set-up-delivery';
import { anything, byServer, findAll } from '../use-outbox';

const processes = 3;
const who = fc.nat(processes - 1);
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ step: fc.constant('put' as const), who }) },
    { weight: 3, arbitrary: fc.record({ step: fc.constantFrom('claim', 'send', 'release').map((step) => step), who }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constantFrom('refresh', 'pass'), who }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('kill', 'close', 'freeze', 'thaw'), who }) },
  ),
  { maxLength: 40 },
);

test('each acknowledged event is sent, and twice only after a kill or a freeze, whatever processes do', async () => {
  const root = await tempFolder();
  let runs = 0;
  let events = 0;

  async function run(all: { step: string; who: number }[]) {
    const folder = join(root, String((runs += 1)));
    const clocks = createTestClocks();
    const open = () => ({ outbox: createOutbox(folder, plenty, clocks), isFrozen: false, claims: [] as Claimed[] });
    const running = Array.from({ length: processes }, open);
    const acknowledged: string[] = [];
    const sent: string[] = [];
    let mayRepeat = false;

    /** So much time that a process that does not beat loses its folder. Those that are not frozen beat. */
    async function pass() {
      for (let turn = 0; turn < 5; turn += 1) {
        clocks.pass(4_000);
        for (const { outbox, isFrozen } of running) if (!isFrozen) await outbox.refresh();
      }
    }

    const acts: Record<string, (one: (typeof running)[number], at: number) => unknown> = {
      async put({ outbox }) {
        const eventId = acknowledged.length.toString(16).padStart(32, '0');
        await outbox.put(envelopeOf(eventId), byServer);
        acknowledged.push(eventId);
      },
      async claim({ outbox, claims }) {
        const next = await outbox.claimNext(anything);
        if (next) claims.push(next);
      },
      async send({ outbox, claims }) {
        const next = claims.pop();
        if (next === undefined) return;
        sent.push(next.entry.eventId);
        await outbox.remove(next.entry);
      },
      async release({ outbox, claims }) {
        const next = claims.pop();
        if (next) await outbox.release(next.entry, { isDeferred: true });
      },
      refresh: ({ outbox }) => outbox.refresh(),
      pass,
      kill(_, at) {
        mayRepeat = true;
        running[at] = open();
      },
      async close({ outbox, claims }, at) {
        for (const { entry } of claims) await outbox.release(entry, { isDeferred: false });
        await outbox.close?.();
        running[at] = open();
      },
      freeze(one) {
        mayRepeat = one.isFrozen = true;
      },
    };

    for (const { step, who } of all) {
      const one = running[who];
      if (one === undefined) continue;
      if (step === 'thaw') one.isFrozen = false;
      else if (!one.isFrozen || step === 'kill') await acts[step]?.(one, who);
    }
    const last: Outbox = createOutbox(folder, plenty, clocks);
    running.splice(0, processes, { outbox: last, isFrozen: false, claims: [] });
    await last.refresh();
    await pass();
    await pass(); // The others beat no more.
    sent.push(...(await findAll(last)).map(String));
    expect(acknowledged.filter((id) => !sent.includes(id))).toEqual([]);
    expect(last.takeLost()).toEqual([]);
    const twice = sent.length - new Set(sent).size;
    if (!mayRepeat) expect(twice).toBe(0);
    events += acknowledged.length;
  }

  await fc.assert(fc.asyncProperty(steps, run), { numRuns: 150, interruptAfterTimeLimit: 20_000 });
  expect(events).toBeGreaterThan(100);
}, 60_000);
