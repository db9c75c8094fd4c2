import { expect, test } from 'vitest';
import { releaseProblems } from '../../../candor/scripts/release-problems.mjs';
import { read } from '../docs/files';

const release = { tag: 'v1.2.0', version: '1.2.0', changelog: '# Changelog\n\n## 1.2.0 (2027-01-02)\n\n## 1.1.0\n' };

test('a version whose tag and changelog agree with it is published', () => {
  expect(releaseProblems(release)).toEqual([]);
});

test.each([
  [{ tag: 'v1.1.0' }, 'The tag is v1.1.0, and candor/package.json has 1.2.0: tag v1.2.0.'],
  [{ tag: '' }, 'The tag is missing, and candor/package.json has 1.2.0: tag v1.2.0.'],
  [{ tag: '1.2.0' }, 'The tag is 1.2.0, and candor/package.json has 1.2.0: tag v1.2.0.'],
  [
    { changelog: '## 1.1.0\n\n## 1.2.0\n' },
    'candor/CHANGELOG.md begins with "1.1.0": it needs a heading "## 1.2.0", with what changes.',
  ],
  [
    { changelog: '## Unreleased\n' },
    'candor/CHANGELOG.md begins with "Unreleased": it needs a heading "## 1.2.0", with what changes.',
  ],
  [
    { changelog: '## Unreleased\n\n- More\n\n## 1.2.0\n' },
    'candor/CHANGELOG.md has entries under Unreleased: move them under the version.',
  ],
])('with %o it is not, and the reason is named', (other, problem) => {
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
