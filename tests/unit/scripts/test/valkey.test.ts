import { afterEach, expect, test, vi } from 'vitest';
import { findOrInstallValkey } from '../../../../scripts/test/valkey';

afterEach(() => vi.restoreAllMocks());

test('where Valkey cannot be installed the reason is a clause', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  const { missing } = (await findOrInstallValkey()) as { missing: string };
  expect(missing).toMatch(/^there is no Valkey to install for darwin /);
});
