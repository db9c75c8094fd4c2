import { afterEach, expect, test, vi } from 'vitest';
import { maxEnvelopeBytes } from '../../../candor/src/envelope/envelope-size';
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
