import { afterEach, expect, test, vi } from 'vitest';
import { readBody } from '../../../candor/src/monitoring/read-body';

afterEach(() => void vi.useRealTimers());

/** A body of these pieces, each after a pause. */
function bodyOf(pieces: Iterable<string>, pauseMs = 0) {
  const cancelled = vi.fn<() => void>();
  const left = pieces[Symbol.iterator]();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = left.next();
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (piece.done) controller.close();
      else controller.enqueue(Buffer.from(piece.value as string));
    },
    cancel: cancelled,
  });
  return { stream, cancelled };
}
const textOf = (read: Awaited<ReturnType<typeof readBody>>) =>
  read.state === 'read' ? Buffer.from(read.bytes).toString() : read.state;

test('a body in one piece is not copied, and one in pieces goes into buffers that double, up to the limit', async () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  expect(textOf(await readBody(bodyOf(['0123456789']).stream, 10))).toBe('0123456789');
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

// tunnel.test.ts has one that never begins.
test.each<[string, piece: string, count: number, afterMs: number, isRead: boolean]>([
  ['gives up on one that trickles in, however steadily', 'x'.repeat(256), 1_000, 6_500, false],
  ['waits for one that keeps the rate, past the time limit of its first bytes', 'x'.repeat(512), 14, 7_500, true],
  ['gives up on an endless one: the time limit covers all of it', 'x'.repeat(1_024), 1_000, 10_001, false],
])('of bodies %s, and cancels what it does not read', async (_, piece, count, afterMs, isRead) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { stream, cancelled } = bodyOf(Array<string>(count).fill(piece), 500);
  const reading = readBody(stream, 1e6);
  await vi.advanceTimersByTimeAsync(afterMs);
  expect(cancelled).toHaveBeenCalledTimes(isRead ? 0 : 1);
  expect(textOf(await reading)).toBe(isRead ? piece.repeat(count) : 'too slow');
  if (isRead) expect(vi.getTimerCount()).toBe(0); // Otherwise the next drip may have one.
});
