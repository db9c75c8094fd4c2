import { expect, test, vi } from 'vitest';
import * as absent from '../../../../candor/src/outbox/redis/absent-client';
import { RedisLink } from '../../../../candor/src/outbox/redis/redis-link';
import { SettingsError } from '../../../../candor/src/shared/settings-error';

// As a build resolves it for an application that does not have the package.
vi.mock('@redis/client', () => absent);

test('without its client a shared outbox cannot be opened, and the error names the package', async () => {
  const opened = RedisLink.open({ url: 'redis://127.0.0.1:1', prefix: 'x' });
  await expect(opened).rejects.toThrow(SettingsError);
  await expect(opened).rejects.toThrow('Settings: OUTBOX_URL needs the package @redis/client: ');
});
