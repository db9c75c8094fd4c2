import { afterEach, expect, test, vi } from 'vitest';
import { findOrInstallBugsink } from '../../../../scripts/test/bugsink';
import { resultsLine, skippedResults } from '../../../../scripts/test/summarize-results';

afterEach(() => vi.restoreAllMocks());

test('where Bugsink cannot run the reason is a clause, and the step counts as skipped', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  await expect(findOrInstallBugsink()).resolves.toEqual({
    missing: 'Bugsink, whose worker needs Linux, cannot run here',
  });
  expect(resultsLine(skippedResults)).toBe('0 passed, 0 failed, 1 skipped');
});
