import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { accept, respondWith } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import { newEnvelope, startTested } from './load';

const hourMs = 3_600_000;
const preload = pathToFileURL(join(import.meta.dirname, '../support/settable-clock.mjs')).href;

async function setUp() {
  const CLOCK_FILE = join(await tempFolder(), 'clock');
  const ingest = await receiverOfThisTest();
  const NODE_OPTIONS = `--import=${preload}`;
  const application = await startTested({ SENTRY_DSN: ingest.dsn, NODE_OPTIONS, CLOCK_FILE });

  const saysOfClock = () => [...application.output.stdout.matchAll(/^clock (.*)$/gm)].map(([, said = '']) => said);
  /** Sets the server's clock, and gives back how many timers the server has set so far. */
  async function setClock(aheadMs: number): Promise<number> {
    const before = saysOfClock().length;
    await writeFile(CLOCK_FILE, String(aheadMs));
    application.signal('SIGUSR2');
    const said = await waitUntil('the clock to be set', () => saysOfClock()[before]);
    return (JSON.parse(said) as { timers: number }).timers;
  }

  async function post(): Promise<string | undefined> {
    const response = await fetch(`${application.url}/monitoring`, { method: 'POST', body: newEnvelope().body });
    return ((await response.json()) as { state?: string }).state;
  }

  return { ingest, application, setClock, post };
}

test.each([
  ['back an hour', -hourMs],
  ['forward 45 days', 45 * 24 * hourMs],
])(
  'with a clock that is set %s, and back again, the tunnel accepts all, and queued events are sent in time',
  async (_, setMs) => {
    const { ingest, application, setClock, post } = await setUp();
    expect(await post()).toBe('sent');
    await setClock(setMs);
    for (let posts = 0; posts < 5; posts += 1) expect(await post()).toBe('sent');

    ingest.answer(respondWith(429, {}, { 'Retry-After': '2' }));
    expect(await post()).toBe('queued');
    ingest.answer(accept);
    const before = await setClock(0);
    await waitUntil('what was queued to be sent', () => ingest.accepted.length === 7);
    const timers = (await setClock(0)) - before;
    console.log(`${timers} timers set while it waited`);
    expect(timers).toBeLessThan(50); // One that is too long for Node would end at once, and be set again and again.
    expect(await post()).toBe('sent');
    expect(application.output.stderr).toBe('');
    expect(await application.terminate()).toBe(0);
  },
);
