import { mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommandError } from '../../../../scripts/run/processes';
import { uploadSourceMaps } from '../../../../scripts/build/upload-source-maps';
import { openBundle } from '../../../support/artifact-bundle';
import { eachInFolder } from '../../../support/each-in-folder';
import { hang } from '../../../support/fake-ingest';
import { startUploadApi, type UploadApi } from '../../../support/upload-api';

// Sentry's real tool, and a stand-in of Sentry. Builds are uploaded in tests/service/source-maps.spec.ts.

const id = '303423ef-a360-4bcc-af82-e3e476a24a0f';
const script = `throw new Error();\n//# debugId=${id}\n//# sourceMappingURL=a.js.map`;
const source = { sources: ['a.ts'], sourcesContent: ['throw new Error();'], names: [] };
const section = { offset: { line: 1, column: 0 }, map: { version: 3, ...source, mappings: 'AAAA' } };

vi.setConfig({ testTimeout: 60_000 });

const { folder, write } = eachInFolder();
let api: UploadApi;

beforeEach(async () => {
  write({ 'a.js': script, 'a.js.map': JSON.stringify({ version: 3, debugId: id, sections: [section] }) });
  api = await startUploadApi();
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => api.close());

const upload = (unlike: object, timeoutMs?: number) =>
  uploadSourceMaps([folder()], 'web@1', { ...api.settings, ...unlike }, timeoutMs);

test('uploads scripts and flat maps under their ids, and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'candor-temporary-'));
  vi.stubEnv('TMPDIR', temporary);
  await upload({});
  const [uploaded] = api.bundles.map(({ bytes }) => openBundle(bytes).get(id));
  const map: unknown = JSON.parse(uploaded?.map ?? '');
  expect([uploaded?.script, map]).toEqual([
    script,
    { version: 3, debugId: id, ...source, mappings: ';AAAA', ignoreList: [] },
  ]);
  expect(api.unknown).toEqual([]);
  rmdirSync(temporary); // It would throw if anything were left in it.
});

test('a service that does not respond fails the upload at its time limit', async () => {
  api.answer(hang);
  const message = 'The build failed. The source maps were not uploaded: it took longer than 2 s.';
  await expect(upload({}, 2_000)).rejects.toThrow(message);
});

test('a folder without maps fails the upload', async () => {
  rmSync(folder('a.js.map'));
  const message = /^The build failed\. The source maps were not uploaded: .*no companion \.map files/;
  await expect(upload({})).rejects.toThrow(message);
  expect(api.bundles).toEqual([]);
});

test('a rejected token fails the upload with one sentence', async () => {
  const sentence = 'The source maps were not uploaded: API request failed: 401 Unauthorized.';
  await expect(upload({ SENTRY_AUTH_TOKEN: 'topsecret' })).rejects.toThrow(
    new CommandError(`The build failed. ${sentence}`),
  );
  expect(api.bundles).toEqual([]);
});
