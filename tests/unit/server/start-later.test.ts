import { expect, test, vi } from 'vitest';
import { startLater } from '../../../candor/src/server/start-later';
import type { SourceThread } from '../../../candor/src/sources/source-thread';

const nowhere = () => undefined;
const limits = { maxBytes: 1, isOwn: true, withContext: true };

test('the first questions start the thread together, later, and every other one asks at once', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const thread: SourceThread = {
    find: async () => (asked.push('find'), nowhere),
    mapKnown: (map) => ({ mapped: map(nowhere), found: [] }),
    mapEvent: async () => (asked.push('mapEvent'), undefined),
    counts: () => ({}),
    close: () => {},
  };
  const later = startLater(thread, 50);
  const first = [later.find([]), later.mapEvent(new Uint8Array(), limits)];
  await vi.advanceTimersByTimeAsync(49);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(first)).toEqual([nowhere, undefined]);
  expect(asked).toEqual(['find', 'mapEvent']);
  void later.find([]);
  expect(asked).toEqual(['find', 'mapEvent', 'find']);
});
