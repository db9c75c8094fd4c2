import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../support/certificate';
import { freePort } from '../support/free-port';
import { redisIsMissing, startRedis } from '../support/redis';
import { waitUntil } from '../support/wait-until';
import { tempFolder } from '../unit/delivery/set-up-delivery';
import { startTested } from './load';

test.skipIf(redisIsMissing)(
  'by rediss:// an instance keeps events in a Redis whose certificate it knows; without that it keeps them itself, and says why',
  async () => {
    const { key, certificate } = await makeCertificate(await tempFolder());
    const port = String(await freePort());
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'];
    const redis = await startRedis('--tls-port', port, ...files);
    onTestFinished(() => redis.stop());
    const OUTBOX_URL = `rediss://:${new URL(redis.url).password}@localhost:${port}/1`;

    async function failOnce(settings: Record<string, string>) {
      // Nothing listens at port 9: the event stays in the outbox.
      const application = await startTested({ SENTRY_DSN: 'http://key@127.0.0.1:9/1', OUTBOX_URL, ...settings });
      expect((await fetch(`${application.url}/failing-page?fail=server-render`)).status).toBe(500);
      const kept = async () => ((await (await fetch(`${application.url}/monitoring`)).json()) as Status).delivery;
      // What is in a Redis that has never answered is not known.
      await waitUntil(
        'the event to be kept',
        async () => Number((await kept()).queued ?? (await kept()).queuedHere) > 0,
      );
      return { kept, log: application.log };
    }

    const known = await failOnce({ NODE_EXTRA_CA_CERTS: certificate });
    // A machine that was too busy to connect in time has kept it here first; and with its sources it is put before the raw one is removed.
    await waitUntil('one event in Redis', async () => {
      const { queued, queuedHere } = await known.kept();
      return queued === 1 && queuedHere === 0;
    });
    const unknown = await failOnce({});
    await waitUntil('one event here', async () => (await unknown.kept()).queuedHere === 1);
    const line = { msg: 'the shared outbox is unavailable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' };
    expect(unknown.log).toContainEqual(expect.objectContaining(line));
  },
);

type Status = { delivery: { queued: number | null; queuedHere: number } };
