import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { receiverOfThisTest } from '../unit/delivery/set-up-delivery';
import { waitUntil } from '../support/wait-until';
import { residentKb, startTested, statusOf } from './load';
import { isLong } from './size';

const mebibyte = 1024 * 1024;
const clients = 200;
const loads = isLong ? 2_000 : 300;

test(`while ${clients} clients stall in the middle of an envelope, every page is served, ${isLong ? 'at its usual speed' : 'without waiting for them'}`, async () => {
  const { url } = await startTested({ SENTRY_DSN: (await receiverOfThisTest()).dsn });
  await loadTimes(url, loads); // Warm.
  const idle = percentile(await loadTimes(url, loads), 0.99);

  const begun = { client: '192.0.2.9', bytes: 1_000, sent: '{"event_id"' };
  const stalled = await Promise.all(Array.from({ length: clients }, () => stall(url, begun)));
  const held = percentile(await loadTimes(url, loads), 0.99);
  for (const socket of stalled) socket.destroy();

  console.log(`p99 of / with ${clients} stalled clients: ${(held / idle).toFixed(2)} times its idle value`);
  // Three loads decide the short form's 99th percentile. A page that waits for a stalled client takes hundreds of times as long.
  expect(held / idle).toBeLessThan(isLong ? 2 : 50);
});

test('1,000 slow senders of 1 MiB do not fill the memory, and GET /monitoring responds meanwhile', async () => {
  const { url, pid } = await startTested({ SENTRY_DSN: (await receiverOfThisTest()).dsn, TRUSTED_PROXY_HOPS: '1' });
  await loadTimes(url, 100);
  const before = (await residentKb(pid)) / 1000;
  const statuses: Record<string, number> = {};
  const slow = await Promise.all(
    Array.from({ length: 1_000 }, async (_, sender) => {
      const client = `192.0.${Math.floor(sender / 250)}.${sender % 250}`;
      const socket = await stall(url, { client, bytes: mebibyte, sent: '{'.repeat(mebibyte / 2) });
      socket.once('data', (head: Buffer) => {
        const [, status = ''] = head.toString().split(' ');
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      return socket;
    }),
  );
  // Those who are read get 408 after 10 s, and on a busy machine others have their places then.
  const answered = () => Object.values(statuses).reduce((sum, count) => sum + count, 0);
  await waitUntil('all but 64 to be answered', () => answered() >= slow.length - 64);
  expect(await statusOf(`${url}/monitoring`)).toBe(200);
  const grownMb = (await residentKb(pid)) / 1000 - before;
  console.log(`1,000 slow senders: ${JSON.stringify(statuses)}, ${grownMb.toFixed(0)} MB grown`);
  for (const socket of slow) socket.destroy();
  expect(Object.keys(statuses).filter((status) => !['408', '429'].includes(status))).toEqual([]);
  expect(grownMb).toBeLessThan(256); // 134 for the bodies that are read, and 66 of the others for 64 KiB each that Node has read.
});

type Post = { client: string; bytes: number; sent: string };

/** A post that announces so many bytes, sends these, and then stalls. */
async function stall(url: string, { client, bytes, sent }: Post): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}); // It is cut off in the end: by the server, or by this test.
  await once(socket, 'connect');
  const head = `POST /monitoring HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\nContent-Length: ${bytes}`;
  socket.write(`${head}\r\n\r\n${sent}`);
  return socket;
}

/** How long each load of the home page takes, in ms; every one of them has to succeed. */
async function loadTimes(url: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let load = 0; load < count; load += 1) {
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
