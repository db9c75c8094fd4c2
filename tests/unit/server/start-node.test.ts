import { describe, expect, test, vi } from 'vitest';
import type { Capture } from '../../../candor/server/failure-reporter';
import { captureLate } from '../../../candor/server/start-node';
import { waitUntil } from '../../support/wait-until';
import { envelopeOf, idOf, setUpDelivery } from '../delivery/set-up-delivery';

const circumstances = { transaction: 'GET /', tags: {} };
const sent = () => Promise.resolve({ state: 'sent' } as const);

/** An SDK that submits its events to the delivery, as the server's does; `starts` counts how often it was started. */
async function setUp(options: { starting?: () => Promise<void>; capturing?: Capture } = {}) {
  const { delivery, logged } = await setUpDelivery({ relay: sent });
  const captured: string[] = [];
  let starts = 0;
  const startSdk = async (): Promise<Capture> => {
    starts += 1;
    await options.starting?.();
    return (...failure) => {
      void options.capturing?.(...failure);
      captured.push(failure[1]);
      void delivery.submit(envelopeOf(failure[1]));
    };
  };
  const capture = captureLate(startSdk, delivery);
  return { delivery, logged, captured, starts: () => starts, capture: (id: string) => capture('x', id, circumstances) };
}

describe('captureLate', () => {
  test('starts the SDK at the first failure, once', async () => {
    const { captured, capture, starts } = await setUp();
    expect(starts()).toBe(0);
    await Promise.all([capture(idOf(1)), capture(idOf(2))]);
    await capture(idOf(3));
    expect(starts()).toBe(1);
    expect(captured).toEqual([idOf(1), idOf(2), idOf(3)]);
  });

  test('knows an event as on its way while the SDK is starting, and is done when it is kept', async () => {
    let goOn = () => {};
    const { delivery, capture } = await setUp({ starting: () => new Promise((resolve) => (goOn = resolve)) });
    const capturing = capture(idOf(1));
    expect(delivery.stateOf(idOf(1))).toEqual({ state: 'sending' });
    goOn();
    await capturing;
    await waitUntil('its being sent', () => delivery.stateOf(idOf(1)).state === 'sent');
  });

  test('tells that what it could not capture is dropped, and starts the SDK again for the next', async () => {
    const startings = [() => Promise.reject(new Error('no such chunk')), () => Promise.resolve()];
    const { delivery, logged, captured, capture, starts } = await setUp({ starting: () => startings.shift()!() });
    await expect(capture(idOf(1))).rejects.toThrow('no such chunk');
    expect(delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason: 'the reporter failed' });
    expect(delivery.report().dropped).toEqual({ 'the reporter failed': 1 });
    expect(logged('event not delivered')).toEqual([
      expect.objectContaining({ event: idOf(1), reason: 'the reporter failed', next: 'dropped' }),
    ]);
    await capture(idOf(2));
    expect(starts()).toBe(2);
    expect(captured).toEqual([idOf(2)]);
  });

  test('tells of all that waited for an SDK that did not start', async () => {
    const { delivery, capture } = await setUp({ starting: () => Promise.reject(new Error('no such chunk')) });
    const results = await Promise.allSettled([capture(idOf(1)), capture(idOf(2))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(delivery.report().dropped).toEqual({ 'the reporter failed': 2 });
  });

  test('tells that an event is dropped on which the SDK has choked', async () => {
    const { delivery, capture } = await setUp({
      capturing: (_, id) => {
        if (id === idOf(1)) throw new TypeError('choked');
      },
    });
    await expect(capture(idOf(1))).rejects.toThrow('choked');
    expect(delivery.stateOf(idOf(1))).toMatchObject({ state: 'dropped' });
    await capture(idOf(2));
    await waitUntil('the next', () => delivery.stateOf(idOf(2)).state === 'sent');
  });

  test('is not done before the event is kept, though the SDK takes its time to start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const order: string[] = [];
    let goOn = () => {};
    const { delivery } = await setUpDelivery({ relay: sent });
    const capture = captureLate(async () => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return (_, id) => void delivery.submit(envelopeOf(id)).then(() => order.push('kept'));
    }, delivery);
    const capturing = capture('x', idOf(1), circumstances).then(() => order.push('done'));
    await vi.advanceTimersByTimeAsync(3_000);
    goOn();
    await capturing;
    vi.useRealTimers();
    await waitUntil('its being kept', () => order.includes('kept') && order.includes('done'));
    expect(order).toEqual(['kept', 'done']);
  });
});
