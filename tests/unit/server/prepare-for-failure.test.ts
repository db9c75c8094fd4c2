import { getGlobalScope, type Event } from '@sentry/nextjs';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { startServerSdk } from '../../../candor/src/server/sdk';
import { prepareForFailure } from '../../../candor/src/server/prepare-for-failure';

test('compiles the rules that find secrets, and lets other work go on in between', async () => {
  const replace = vi.spyOn(RegExp.prototype, Symbol.replace);
  const usesAfterEachTurn = new Set<number>();
  let isPrepared = false;
  const prepared = prepareForFailure(undefined).then(() => (isPrepared = true));
  while (!isPrepared) {
    usesAfterEachTurn.add(replace.mock.calls.length);
    await new Promise(setImmediate);
  }
  await prepared;
  const used = new Map<unknown, number>();
  for (const rule of replace.mock.contexts) used.set(rule, (used.get(rule) ?? 0) + 1);
  expect(Array.from(used.values()).filter((uses) => uses > 1).length).toBeGreaterThan(20);
  expect(usesAfterEachTurn.size).toBeGreaterThan(4);
});

test('waits for nothing else that wakes the process', async () => {
  const root = join(import.meta.dirname, '../../..');
  const code = `
    import { createJiti } from 'jiti';
    const { import: load } = createJiti(${JSON.stringify(join(root, 'x.mjs'))});
    const { prepareForFailure } = await load('./candor/src/server/prepare-for-failure.ts');
    prepareForFailure(undefined).then(() => console.log('prepared'));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
  expect(stdout).toBe('prepared\n');
});

test('makes events with a client of the SDK that nobody else has, and that sends them nowhere', async () => {
  const clients: Awaited<ReturnType<typeof startServerSdk>>[] = [];
  const events: Event[] = [];
  await prepareForFailure(async (settings) => {
    const client = await startServerSdk(settings);
    client.on('beforeSendEvent', (event) => events.push(event));
    clients.push(client);
    return client;
  });
  expect(clients).toHaveLength(1);
  expect(events).toMatchObject([{ transaction: '/' }, { transaction: '/' }]);
  expect(clients[0]?.getOptions().dsn).toContain('127.0.0.1/0');
});

// Last: it stays.
test('makes no event where an event processor of the team would see it', async () => {
  const seen: Event[] = [];
  getGlobalScope().addEventProcessor((event) => {
    seen.push(event);
    return event;
  });
  await prepareForFailure(startServerSdk);
  expect(seen).toEqual([]);
});
