import { afterEach, expect, test, vi } from 'vitest';
import { readBody } from '../../../candor/src/monitoring/read-body';

const limits = { maxBytes: 10, timeoutMs: 10_000, firstBytesTimeoutMs: 3_000, bytesPerSecond: 1 };
afterEach(() => void vi.useRealTimers());
const fakeTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

/** A body of these pieces, each after a pause. */
function bodyOf(pieces: Iterable<string>, { pauseMs = 0, stalls = false } = {}) {
  const cancelled = vi.fn<() => void>();
  const left = pieces[Symbol.iterator]();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = left.next();
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (piece.done && stalls) return;
      if (piece.done) controller.close();
      else controller.enqueue(Buffer.from(piece.value as string));
    },
    cancel: cancelled,
  });
  return { stream, cancelled };
}
const textOf = (read: Awaited<ReturnType<typeof readBody>>) =>
  read.state === 'read' ? Buffer.from(read.bytes).toString() : read.state;

test('does not copy a body that comes in one piece', async () => {
  const piece = Buffer.from('0123456789');
  const stream = new ReadableStream({ start: (controller) => (controller.enqueue(piece), controller.close()) });
  const read = await readBody(stream, limits);
  expect(read.state === 'read' && read.bytes.buffer).toBe(piece.buffer);
});

test('a body in pieces goes into buffers that double, up to the limit', async () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  expect(textOf(await readBody(bodyOf(['0', '1', '23', '45', '67']).stream, limits))).toBe('01234567');
  expect(allocate.mock.calls).toEqual([[4], [10]]);
});

test('reads nothing where there is no body, all up to the limit, and of more cancels the body', async () => {
  for (const body of [null, bodyOf([]).stream]) expect(textOf(await readBody(body, limits))).toBe('');
  expect(textOf(await readBody(bodyOf(['01234', '', '56789']).stream, limits))).toBe('0123456789');
  const { stream, cancelled } = bodyOf(['0123456789', '0', 'never read', 'never read']);
  expect(await readBody(stream, limits)).toEqual({ state: 'too large' });
  expect(cancelled).toHaveBeenCalledOnce();
});

test('gives up on a body that stalls, and cancels it', async () => {
  fakeTime();
  const { stream, cancelled } = bodyOf(['01'], { stalls: true });
  const reading = readBody(stream, limits);
  await vi.advanceTimersByTimeAsync(4_999); // 3 s, and one for each byte.
  expect(cancelled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toEqual({ state: 'too slow' });
  expect(cancelled).toHaveBeenCalledOnce();
});

test.each<[string, pauseMs: number, bytes: number, bytesPerSecond: number, afterMs: number, read: string]>([
  ['gives up on one that trickles in, however steadily', 100, 1e3, 100, 3_400, 'too slow'],
  ['waits for one that keeps the rate, past the time limit of its first bytes', 500, 16, 1, 8_500, 'x'.repeat(16)],
  ['gives up on an endless one: the time limit covers all of it', 500, 1e3, 1, 10_001, 'too slow'],
])('of bodies %s', async (_, pauseMs, bytes, bytesPerSecond, afterMs, read) => {
  fakeTime();
  const { stream } = bodyOf('x'.repeat(bytes), { pauseMs });
  const reading = readBody(stream, { ...limits, maxBytes: 1_000, bytesPerSecond });
  await vi.advanceTimersByTimeAsync(afterMs);
  expect(textOf(await reading)).toBe(read);
  if (read !== 'too slow') expect(vi.getTimerCount()).toBe(0); // Otherwise the next drip may have one.
});
