import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { receiverOfThisTest } from '../unit/delivery/set-up-delivery';
import { startTested } from './load';
import { isLong } from './size';

const clients = 200;
const loads = isLong ? 2_000 : 300;

test(`while ${clients} clients stall in the middle of an envelope, every page is served, ${isLong ? 'at its usual speed' : 'without waiting for them'}`, async () => {
  const { url } = await startTested({ SENTRY_DSN: (await receiverOfThisTest()).dsn });
  await loadTimes(url); // Warm.
  const idle = percentile(await loadTimes(url), 0.99);

  const stalled = await Promise.all(Array.from({ length: clients }, () => stall(new URL(url).port)));
  const held = percentile(await loadTimes(url), 0.99);
  for (const socket of stalled) socket.destroy();

  console.log(`p99 of / with ${clients} stalled clients: ${(held / idle).toFixed(2)} times its idle value`);
  // Three loads decide the short form's 99th percentile. A page that waits for a stalled client takes hundreds of times as long.
  expect(held / idle).toBeLessThan(isLong ? 2 : 50);
});

/** A post that announces more than it sends. */
async function stall(port: string): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {}); // It is cut off in the end: by the server, or by this test.
  await once(socket, 'connect');
  socket.write('POST /monitoring HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"event_id"');
  return socket;
}

/** How long each load of the home page takes, in ms; every one of them has to succeed. */
async function loadTimes(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    const from = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    times.push(performance.now() - from);
    expect(response.status).toBe(200);
  }
  return times;
}

function percentile(values: number[], share: number): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN;
}
