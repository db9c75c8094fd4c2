import { expect, test } from 'vitest';
import { releaseProblems } from '../../../candor/scripts/release-problems.mjs';
import { read } from '../docs/files';

const release = { tag: 'v1.2.0', version: '1.2.0', changelog: '# Changelog\n\n## 1.2.0 (2027-01-02)\n\n## 1.1.0\n' };

const log = 'candor/CHANGELOG.md';
const needed = 'it needs a heading "## 1.2.0", with what changes.';
const move = 'move them under the version.';

test.each([
  [{ tag: 'v1.1.0' }, 'The tag is v1.1.0, and candor/package.json has 1.2.0: tag v1.2.0.'],
  [{ tag: '' }, 'The tag is missing, and candor/package.json has 1.2.0: tag v1.2.0.'],
  [{ tag: '1.2.0' }, 'The tag is 1.2.0, and candor/package.json has 1.2.0: tag v1.2.0.'],
  [{ changelog: '## 1.1.0\n\n## 1.2.0\n' }, `${log} begins with "1.1.0": ${needed}`],
  [{ changelog: '## Unreleased\n' }, `${log} begins with "Unreleased": ${needed}`],
  [{ changelog: '## Unreleased\n\n- More\n\n## 1.2.0\n' }, `${log} has entries under Unreleased: ${move}`],
])('with %o a version is not published, and the reason is named', (other, problem) => {
  expect(releaseProblems(release)).toEqual([]);
  expect(releaseProblems({ ...release, ...other })).toEqual([problem]);
});

test('only the step that publishes has the token, and it publishes what was tested', () => {
  const workflow = read('.github/workflows/release.yml');
  expect(/^permissions:\n((?: {2}.*\n)+)/m.exec(workflow)?.[1]).toMatch(
    /^ {2}contents: read\n {2}id-token: write .*\n$/,
  );
  expect(workflow.split('NPM_TOKEN')).toHaveLength(2);
  expect([...workflow.matchAll(/ run: (.*)/g)].map(([, command]) => command)).toEqual([
    'npm test',
    'node candor/scripts/release.mjs "$GITHUB_REF_NAME"',
  ]);
});
