import { expect, test } from 'vitest';
import { unlimited } from '../../../candor/src/delivery/delivery';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { openOutbox, type OwnStores } from '../../../candor/src/server/open-outbox';
import { readSettings } from '../../../candor/src/server/settings';
import { plenty, recordLog } from '../delivery/set-up-delivery';
import { memoryDeployment } from '../outbox/memory-deployment';

const { log } = recordLog();
const outbox = createOutbox('unused', plenty);
const { deployment } = memoryDeployment();

test.each([undefined, 'redis://localhost:1'])(
  'a given outbox takes the place of that of OUTBOX_URL=%s',
  async (url) => {
    const settings = readSettings({ OUTBOX_URL: url });
    for (const own of [{ outbox }, { outbox, deployment }])
      expect(await openOutbox(settings, log, own)).toEqual({ deployment: undefined, ...own, lifespan: unlimited });
  },
);

test('a given deployment works beside the outbox on disk', async () => {
  const opened = await openOutbox(readSettings({}), log, { deployment });
  expect(opened.deployment).toBe(deployment);
  expect(opened.outbox.count()).toBe(0);
});

const lasting = { isByRequest: false, outboxLasts: true, ownDiskLasts: true };
test.each<[Parameters<typeof readSettings>[0], OwnStores, object]>([
  [{ LIFETIME: 'request' }, {}, { isByRequest: true, outboxLasts: false, ownDiskLasts: false }],
  [{ LIFETIME: 'process' }, {}, { isByRequest: false, outboxLasts: false, ownDiskLasts: false }],
  [{ LIFETIME: 'disk', VERCEL: '1' }, {}, lasting],
  [{ LIFETIME: 'process' }, { outbox }, { ...lasting, ownDiskLasts: false }], // It outlives the process.
])('with %j an outbox has the lifespan that it has', async (env, own, lifespan) => {
  expect((await openOutbox(readSettings(env), log, own)).lifespan).toEqual(lifespan);
});
