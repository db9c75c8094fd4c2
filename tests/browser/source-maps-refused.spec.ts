import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { copyApplication } from '../support/application-copy';
import { startProcess } from '../support/application';
import { respondWith } from '../support/fake-ingest';
import { startUploadApi, type UploadApi } from '../support/upload-api';
import { expect, test as base } from './fixtures';

type Copy = Awaited<ReturnType<typeof copyApplication>>;

const test = base.extend<{ api: UploadApi }, { copy: Copy }>({
  api: async ({}, provide) => {
    const api = await startUploadApi();
    await provide(api);
    await api.close();
  },
  copy: [async ({}, provide) => provide(await copyApplication('refused')), { scope: 'worker', timeout: 60_000 }],
});
test.describe.configure({ mode: 'default', timeout: 240_000 }); // One worker, so one copy; each test builds it.

test('a refused upload fails the build with one sentence, and what is left of it is no finished build, and had no map', async ({
  api,
  copy,
}) => {
  const mapsMeanwhile: string[] = [];
  api.answer((response) => {
    const files = readdirSync(dirname(copy.server), { recursive: true }).map(String);
    mapsMeanwhile.push(...files.filter((file) => file.endsWith('.map')));
    respondWith(401, { detail: 'Invalid token' })(response);
  });
  const { code, stderr } = await copy.build(api.settings);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'The build failed. The source maps were not uploaded: API request failed: 401 Unauthorized.\n',
  });
  expect(existsSync(copy.fingerprintFile)).toBe(false);
  expect(mapsMeanwhile).toEqual([]);
});

test('with SENTRY_UPLOAD=optional a failed upload is a warning, and the build runs', async ({ api, copy }) => {
  api.answer(respondWith(500));
  const { code, stderr } = await copy.build({ ...api.settings, SENTRY_UPLOAD: 'optional' });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'The source maps were not uploaded: API request failed: 500 Internal Server Error. The build goes on, since SENTRY_UPLOAD is optional.\n',
  });
  expect(existsSync(copy.fingerprintFile), 'the next build tries again').toBe(false);
  const application = await startProcess(() => [copy.server], {}, undefined, '/');
  await application.stop();
});
