import type { Browser } from 'playwright';
import { waitUntil } from '../support/wait-until';
import { measureBytes, measurePaint } from './browser';
import type { Measured } from './comparisons';
import { measureFirstFailure } from './first-failure';
import { underLoad } from './load';
import { addFigures } from './rows';
import { startServer, type Server } from './server';
import { deliveryOf, startCandor } from './sites';
import { startLoadReceiver } from './start-load-receiver';
import { dsn } from './wizard/dsn';

const examplePage = '/sentry-example-page';
const failingPage = `${examplePage}?fail=server-render`;

// Candor reports 2,000 failures that are alike; each server gets 670.
const loads = {
  home: { path: '/', status: 200, warmUp: 400, requests: 1_000 },
  example: { path: examplePage, status: 200, warmUp: 100, requests: 250 },
  failing: { path: failingPage, status: 500, warmUp: 120, requests: 250, settleMs: 1_000 },
  hanging: { path: failingPage, status: 500, warmUp: 50, requests: 250, settleMs: 1_000 },
};

type Subject = keyof Measured['pages'];
const subjectsInOrder: readonly Subject[] = ['bare', 'candor', 'off', 'wizard'];
type Running = { subject: Subject; server: Server };

/**
 * Everything once, of each subject in turn: what slows the machine for a while slows all of them. Each has served the same
 * requests before it is measured.
 * @param options.isReversed the last one comes first
 */
export async function measureRound(
  { files, browser, isReversed }: { files: { bare: string; wizard: string }; browser: Browser; isReversed: boolean },
  measured: Measured['pages'],
): Promise<void> {
  const start: Record<Subject, () => Promise<Server>> = {
    bare: () => startServer({ serverFile: files.bare }),
    candor: () => startCandor({ dsn }),
    off: () => startCandor({ dsn: '' }),
    wizard: () => startServer({ serverFile: files.wizard }),
  };
  const subjects = isReversed ? subjectsInOrder.toReversed() : subjectsInOrder;
  const receiver = await startLoadReceiver();

  for (const subject of subjects) {
    const server = await start[subject]();
    const { failingMs, heldBackMs } = await measureFirstFailure(server.url);
    addFigures(measured[subject], { 'first-failure': failingMs, 'held-back': heldBackMs });
    await server.end();
  }

  const running: Running[] = [];
  for (const subject of subjects) {
    const server = await start[subject]();
    running.push({ subject, server });
    addFigures(measured[subject], { start: server.startMs });
    await (await fetch(server.url + examplePage)).arrayBuffer();
    addFigures(measured[subject], { 'memory-start': await server.memoryMb() });
  }
  // In browsers it is all the same whether reporting is off, and without a receiver nothing can hang.
  const reporting = running.filter(({ subject }) => subject !== 'off');
  for (const measure of [measureBytes, measurePaint]) {
    for (const { subject, server } of reporting)
      addFigures(measured[subject], await measure(browser, `${server.url}/`));
  }
  await loadEach(running, 'home', measured);
  await loadEach(running, 'example', measured);
  for (const { subject, server } of running) addFigures(measured[subject], { 'memory-load': await server.memoryMb() });
  await loadEach(running, 'failing', measured);
  for (const { subject, server } of running)
    addFigures(measured[subject], { 'memory-failing': await server.memoryMb() });
  await receiver.hang();
  await loadEach(reporting, 'hanging', measured);

  for (const { server } of running) await server.end();
  await receiver.end();
}

async function loadEach(running: Running[], name: keyof typeof loads, measured: Measured['pages']): Promise<void> {
  const { path, ...load } = loads[name];
  for (const { subject, server } of running) {
    addFigures(measured[subject], await underLoad(server, { ...load, url: server.url + path }), `${name}-`);
    if (subject === 'candor' && name === 'failing') await allDelivered(server);
    if (subject !== 'bare' && name === 'hanging') await server.end(); // What it keeps trying would slow the next one.
  }
}

/** Otherwise it would go on sending while the next one is measured, or would have made fewer events than failures. */
async function allDelivered(server: Server): Promise<void> {
  await waitUntil('the outbox to be empty', async () => (await deliveryOf(server)).queued === 0, 60_000);
  const { dropped } = await deliveryOf(server);
  if (Object.keys(dropped).length > 0) throw new Error(`Dropped: ${JSON.stringify(dropped)}`);
}
