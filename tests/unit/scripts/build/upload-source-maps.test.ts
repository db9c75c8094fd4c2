import { mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CommandError } from '../../../../scripts/run/processes';
import { uploadSourceMaps } from '../../../../scripts/build/upload-source-maps';
import { eachInFolder } from '../../../support/each-in-folder';
import { hang, respondWith } from '../../../support/fake-ingest';
import { serve, type Answer } from '../../../support/serve';

// Sentry's real tool, whose uploads fail here. tests/service/source-maps.spec.ts has those that succeed.

const id = '303423ef-a360-4bcc-af82-e3e476a24a0f';
const script = `throw new Error();\n//# debugId=${id}\n//# sourceMappingURL=a.js.map`;
const source = { sources: ['a.ts'], sourcesContent: ['throw new Error();'], names: [] };
const section = { offset: { line: 1, column: 0 }, map: { version: 3, ...source, mappings: 'AAAA' } };

vi.setConfig({ testTimeout: 60_000 });

const { folder, write } = eachInFolder();

async function upload(answer: Answer, timeoutMs?: number) {
  const { url } = await serve(answer);
  const settings = { SENTRY_AUTH_TOKEN: 'topsecret', SENTRY_ORG: 'acme', SENTRY_PROJECT: 'web', SENTRY_URL: url };
  await uploadSourceMaps([folder()], 'web@1', settings, timeoutMs);
}

const unauthorized = respondWith(401, { detail: 'Invalid' }, { 'Content-Type': 'application/json' });

test.each<[what: string, answer: Answer, reason: string, timeoutMs?: number]>([
  ['a rejected token', unauthorized, 'API request failed: 401 Unauthorized'],
  ['a service that does not respond', hang, 'it took longer than 2 s', 2_000],
])('%s fails the build with one sentence, after maps were made flat, and leaves nothing', async (_, ...row) => {
  const [answer, reason, timeoutMs] = row;
  const temporary = mkdtempSync(join(tmpdir(), 'candor-temporary-'));
  vi.stubEnv('TMPDIR', temporary);
  write({ 'a.js': script, 'a.js.map': JSON.stringify({ version: 3, debugId: id, sections: [section] }) });
  const sentence = `The build failed. The source maps were not uploaded: ${reason}.`;
  await expect(upload(answer, timeoutMs)).rejects.toThrow(new CommandError(sentence));
  const flat = { version: 3, debugId: id, ...source, mappings: ';AAAA', ignoreList: [] };
  expect(JSON.parse(readFileSync(folder('a.js.map'), 'utf8'))).toEqual(flat);
  rmdirSync(temporary); // It would throw if anything were left in it.
});

test('a folder without maps fails the build', async () => {
  write({ 'a.js': script });
  rmSync(folder('a.js.map'), { force: true });
  const message = /^The build failed\. The source maps were not uploaded: .*no companion \.map files/;
  await expect(upload(unauthorized)).rejects.toThrow(message);
});
