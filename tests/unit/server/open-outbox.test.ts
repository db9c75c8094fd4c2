import { expect, test } from 'vitest';
import { unlimited } from '../../../candor/src/delivery/lifespan';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { checkOwnStores, openOutbox, type OwnStores } from '../../../candor/src/server/open-outbox';
import { readSettings } from '../../../candor/src/server/settings';
import { plenty, recordLog } from '../delivery/set-up-delivery';
import { memoryDeployment } from '../outbox/memory-deployment';

const { log } = recordLog();
const outbox = createOutbox('unused', plenty);
const { deployment } = memoryDeployment();

test.each<OwnStores>([{}, { outbox }, { deployment }, { outbox, deployment }, { outbox: undefined }])(
  'stores with all methods are accepted: %o',
  (own) => {
    expect(() => checkOwnStores(own)).not.toThrow();
  },
);

test.each<[unknown, string]>([
  [{ outBox: outbox }, 'register: outBox is an unknown option; expected outbox or deployment.'],
  [{ outbox, deployment: { ...deployment, take: 1 } }, 'register: the deployment lacks take().'],
  [
    { deployment: { ...deployment, find: undefined, take: undefined } },
    'register: the deployment lacks find(), take().',
  ],
  [{ deployment: null }, 'register: the deployment lacks observeService(), pause(), '],
  [{ outbox: 'redis://' }, 'register: the outbox lacks put(), '],
])('of %j the error says what is wrong', (own, message) => {
  expect(() => checkOwnStores(own as OwnStores)).toThrow(TypeError);
  expect(() => checkOwnStores(own as OwnStores)).toThrow(message);
});

test.each([undefined, 'redis://localhost:1'])(
  'a given outbox takes the place of the one of OUTBOX_URL=%s',
  async (url) => {
    const settings = readSettings({ OUTBOX_URL: url });
    expect(await openOutbox(settings, log, { outbox })).toEqual({ outbox, deployment: undefined, lifespan: unlimited });
    expect(await openOutbox(settings, log, { outbox, deployment })).toEqual({
      outbox,
      deployment,
      lifespan: unlimited,
    });
  },
);

test('a given deployment works beside the outbox on disk', async () => {
  const opened = await openOutbox(readSettings({}), log, { deployment });
  expect(opened.deployment).toBe(deployment);
  expect(opened.outbox.count()).toBe(0);
});

test.each([
  [{ LIFETIME: 'request' }, { isByRequest: true, outboxLasts: false, ownDiskLasts: false }],
  [{ LIFETIME: 'process' }, { isByRequest: false, outboxLasts: false, ownDiskLasts: false }],
  [
    { LIFETIME: 'disk', VERCEL: '1' },
    { isByRequest: false, outboxLasts: true, ownDiskLasts: true },
  ],
])('with %j the outbox on disk has the lifespan %j', async (env, lifespan) => {
  expect(await openOutbox(readSettings(env), log, {})).toMatchObject({ lifespan });
});

test('a given outbox outlives the process, whatever becomes of its disk', async () => {
  const opened = await openOutbox(readSettings({ LIFETIME: 'process' }), log, { outbox });
  expect(opened.lifespan).toEqual({ isByRequest: false, outboxLasts: true, ownDiskLasts: false });
});
