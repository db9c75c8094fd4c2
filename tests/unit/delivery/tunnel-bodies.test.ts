import { afterEach, expect, test, vi } from 'vitest';
import { maxEnvelopeBytes } from '../../../candor/delivery/envelope-size';
import { envelope, openTunnel, stalledBody } from './open-tunnel';

afterEach(() => void vi.useRealTimers());

test('accepts an envelope of 2 MiB, rejects one byte more with 413 and sends nothing', async () => {
  const { post, receiver } = await openTunnel();
  const attachment = `${envelope}\n{"type":"attachment"}\n`;
  const largest = attachment.padEnd(maxEnvelopeBytes, ' ');
  expect(await post(largest)).toMatchObject({ status: 200 });
  expect(receiver.arrivals.splice(0)).toHaveLength(1);

  const error = 'The envelope is larger than 2 MiB.';
  expect(await post(`${largest} `)).toMatchObject({ status: 413, json: { error } });
  expect(receiver.arrivals).toEqual([]);
});

test('rejects an event of more than 1 MiB with 413 and sends nothing', async () => {
  const { post, receiver } = await openTunnel();
  const error = 'The event is larger than 1 MiB.';
  expect(await post(envelope + ' '.repeat(1024 * 1024))).toMatchObject({ status: 413, json: { error } });
  expect(receiver.arrivals).toEqual([]);
});

test('reads no further than 2 MiB of an endless body, whatever Content-Length says', async () => {
  const { post, receiver } = await openTunnel();
  const chunk = Buffer.alloc(64 * 1024, ' ');
  let read = 0;
  const cancel = vi.fn();
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += chunk.length;
      controller.enqueue(chunk);
    },
    cancel,
  });
  expect(await post(endless, { 'Content-Length': '100' })).toMatchObject({ status: 413 });
  expect(read).toBeLessThanOrEqual(maxEnvelopeBytes + 4 * chunk.length);
  expect(cancel).toHaveBeenCalledOnce();
  expect(receiver.arrivals).toEqual([]);
});

test('counts the bytes that arrive, though Content-Length claims too many', async () => {
  const { post } = await openTunnel();
  expect(await post(envelope, { 'Content-Length': '99999999' })).toMatchObject({ status: 200 });
});

test('responds 408 to an envelope that does not arrive in time, and sends nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { post, receiver } = await openTunnel();
  const posting = post(stalledBody().body);
  await vi.advanceTimersByTimeAsync(3_001);
  expect(await posting).toMatchObject({ status: 408, json: { error: 'The envelope arrived too slowly.' } });
  expect(receiver.arrivals).toEqual([]);
});

test('responds 400 to an aborted envelope, and sends nothing', async () => {
  const { post, receiver } = await openTunnel();
  const { body, breakOff } = stalledBody();
  const posting = post(body);
  breakOff();
  expect(await posting).toMatchObject({ status: 400, json: { error: 'The envelope did not arrive whole.' } });
  expect(receiver.arrivals).toEqual([]);
});
