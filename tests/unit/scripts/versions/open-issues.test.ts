import { afterEach, expect, test } from 'vitest';
import { openIssues, readHosting, titleOf } from '../../../../scripts/versions/open-issues';
import type { SetResult } from '../../../../scripts/versions/run-set';
import { startIssuesApi } from '../../../support/issues-api';
import { greenResult } from './set-result';

const red = (set: string, next: string, rest: Partial<SetResult> = {}) =>
  greenResult({ set, versions: { next, node: '24.0.0' }, problem: 'The build failed.', ...rest });
const canary = red('canary', '16.5.0-canary.38');
const newer = red('canary', '16.5.0-canary.39');

let api: Awaited<ReturnType<typeof startIssuesApi>>;
afterEach(() => api.close());

async function run(results: SetResult[], existing?: Parameters<typeof startIssuesApi>[0]): Promise<string[]> {
  api = await startIssuesApi(existing);
  return openIssues(results, readHosting(api.environment));
}

test('a red set becomes one issue, with its row, its problem and what failed', async () => {
  const failed = { policy: { passed: 1, failed: ['an inline script ran'] } };
  const said = await run([greenResult(), { ...canary, checks: failed }]);
  expect(api.issues.map(({ title }) => title)).toEqual(['Red with next 16.5.0-canary.38, turbopack (canary)']);
  expect(said).toEqual([
    'Red with next 16.5.0-canary.38, turbopack (canary): opened https://hosting.test/acme/candor/issues/1.',
  ]);
  for (const part of ['The build failed.', '- policy: an inline script ran', '| canary | next 16.5.0-canary.38'])
    expect(api.issues[0]?.body).toContain(part);
});

test('the next day opens no second issue for the same versions, on any release of Node, and one for other versions', async () => {
  await run([canary]);
  const hosting = readHosting(api.environment);
  const sameDayLater = { ...canary, date: '2026-11-24', versions: { ...canary.versions, node: '24.0.1' } };
  const said = await openIssues([sameDayLater, newer], hosting);
  expect(said[0]).toMatch(/issues\/1 is open\.$/);
  expect(api.issues.map(({ title }) => title)).toEqual([titleOf(canary), titleOf(newer)]);
});

test('an issue that was closed is opened again as a new one, and one of a hundred others is found', async () => {
  const others = Array.from({ length: 150 }, (_, index) => ({ title: `Another ${index}`, state: 'open' as const }));
  await run(
    [canary, newer],
    [{ title: titleOf(canary), state: 'closed' }, { title: titleOf(newer), state: 'open' }, ...others],
  );
  expect(api.issues.slice(152).map(({ title }) => title)).toEqual([titleOf(canary)]);
});

test('two red sets with one title become one issue', async () => {
  await run([canary, canary]);
  expect(api.issues).toHaveLength(1);
});

test('nothing is asked of the service where no set is red', async () => {
  api = await startIssuesApi();
  api.failWith(500);
  expect(await openIssues([greenResult()], readHosting(api.environment))).toEqual([]);
});

test('a refusal of the service ends the script with its status, and without the token', async () => {
  api = await startIssuesApi();
  api.failWith(403);
  const failed = openIssues([canary], readHosting(api.environment));
  await expect(failed).rejects.toThrow(/^GET issues\?\S+ was answered with 403\.$/);
});

test('each variable that is missing is named', async () => {
  api = await startIssuesApi();
  expect(() => readHosting({ ...api.environment, GITHUB_TOKEN: '', GITHUB_REPOSITORY: undefined })).toThrow(
    'Set GITHUB_REPOSITORY, GITHUB_TOKEN: a workflow has them.',
  );
});
