import { afterEach, expect, test, vi } from 'vitest';
import { readBody } from '../../../candor/src/monitoring/read-body';

const kibibyte = 'x'.repeat(1024);
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
  const read = await readBody(stream, 10);
  expect(read.state === 'read' && read.bytes.buffer).toBe(piece.buffer);
});

test('a body in pieces goes into buffers that double, up to the limit', async () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  expect(textOf(await readBody(bodyOf(['0', '1', '23', '45', '67']).stream, 10))).toBe('01234567');
  expect(allocate.mock.calls).toEqual([[4], [10]]);
});

test('reads nothing where there is no body, all up to the limit, and of more cancels the body', async () => {
  for (const body of [null, bodyOf([]).stream]) expect(textOf(await readBody(body, 10))).toBe('');
  expect(textOf(await readBody(bodyOf(['01234', '', '56789']).stream, 10))).toBe('0123456789');
  const { stream, cancelled } = bodyOf(['0123456789', '0', 'never read', 'never read']);
  expect(await readBody(stream, 10)).toEqual({ state: 'too large' });
  expect(cancelled).toHaveBeenCalledOnce();
});

test('gives up on a body that stalls, and cancels it', async () => {
  fakeTime();
  const { stream, cancelled } = bodyOf([kibibyte, kibibyte], { stalls: true });
  const reading = readBody(stream, 10_000);
  await vi.advanceTimersByTimeAsync(4_999); // 3 s, and one for each KiB.
  expect(cancelled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toEqual({ state: 'too slow' });
  expect(cancelled).toHaveBeenCalledOnce();
});

test.each<[string, piece: string, count: number, afterMs: number, isRead: boolean]>([
  ['gives up on one that trickles in, however steadily', 'x', 1_000, 3_500, false],
  ['waits for one that keeps the rate, past the time limit of its first bytes', kibibyte, 8, 4_500, true],
  ['gives up on an endless one: the time limit covers all of it', kibibyte, 1_000, 10_001, false],
])('of bodies %s', async (_, piece, count, afterMs, isRead) => {
  fakeTime();
  const { stream } = bodyOf(Array<string>(count).fill(piece), { pauseMs: 500 });
  const reading = readBody(stream, 1e6);
  await vi.advanceTimersByTimeAsync(afterMs);
  expect(textOf(await reading)).toBe(isRead ? piece.repeat(count) : 'too slow');
  if (isRead) expect(vi.getTimerCount()).toBe(0); // Otherwise the next drip may have one.
});
