import { afterEach, expect, test, vi } from 'vitest';
import { createAdmission, type Admitted } from '../../../candor/src/monitoring/admission';
import { createRateLimit, postLimits } from '../../../candor/src/monitoring/rate-limit';
import { maxEnvelopeBytes } from '../../../candor/src/envelope/envelope-size';

const mebibyte = 1024 * 1024;
const envelopes: Admitted = { one: 'envelope', many: 'envelopes', maxBytes: maxEnvelopeBytes };
afterEach(() => void vi.restoreAllMocks());

/**
 * Posts bodies of this size, of each of which two pieces come and then nothing.
 * @returns the size of the buffers that hold them, and the statuses of the posts that were not admitted
 */
async function postSlowly(posts: number, { bytes, clientOf }: { bytes: number; clientOf: (post: number) => string }) {
  // Its clock stands still.
  const limits = { ...postLimits, perSecond: posts, perClientPerSecond: posts };
  const admit = createAdmission({ rateLimit: createRateLimit(limits, { now: () => 0 }), trustedProxyHops: 1 });
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const statuses: number[] = [];
  const endings: (() => void)[] = [];
  const answers = Array.from({ length: posts }, async (_, post) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let piece = 0; piece < 2; piece += 1) controller.enqueue(new Uint8Array(16));
        endings.push(() => controller.error(new Error('gone')));
      },
    });
    const headers = { 'Content-Length': String(bytes), 'X-Forwarded-For': clientOf(post) };
    const init = { method: 'POST', body, headers, duplex: 'half' };
    const { status } = await admit(new Request('http://candor.test/monitoring', init), envelopes, () =>
      Promise.reject(new Error('No envelope arrives.')),
    );
    statuses.push(status);
  });
  const held = () => allocate.mock.calls.map(([size]) => size).filter((size) => size >= mebibyte); // Node allocates some, too.
  await vi.waitFor(() => expect(statuses.length + held().length).toBe(posts));
  const heldBytes = held().reduce((sum, size) => sum + size, 0);
  const refused = [...statuses];
  for (const end of endings) end();
  await Promise.all(answers);
  return { heldBytes, refused };
}

const eachItsOwn = (post: number) => `192.0.${Math.floor(post / 250)}.${post % 250}`;

test.each([
  ['1 MiB', mebibyte, 64 * mebibyte],
  ['2 MiB', 2 * mebibyte, 128 * mebibyte],
  ['more than is accepted', 1e12, 128 * mebibyte],
])('of a thousand slow senders of %s 64 are read, and the others get 429', async (_, bytes, wanted) => {
  const { heldBytes, refused } = await postSlowly(1_000, { bytes, clientOf: eachItsOwn });
  expect(heldBytes).toBe(wanted);
  expect(refused).toEqual(Array(936).fill(429));
});

test('one client has this process hold 16 MiB at most', async () => {
  const { heldBytes, refused } = await postSlowly(100, { bytes: 2 * mebibyte, clientOf: () => '192.0.2.1' });
  expect(heldBytes).toBe(16 * mebibyte);
  expect(refused).toEqual(Array(92).fill(429));
});
