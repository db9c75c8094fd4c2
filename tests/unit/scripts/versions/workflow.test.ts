import { expect, test } from 'vitest';
import { read } from '../../docs/files';

const workflow = read('.github/workflows/versions.yml');
const commands = [...workflow.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name);

test('the workflow runs scripts that the project has, and both checks', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(commands.filter((name = '') => !(name in scripts))).toEqual([]);
  expect([...new Set(commands)]).toEqual(['patched-files', 'test:versions', 'report-versions']);
});

test('it may write issues and nothing else, and only its last step has the token', () => {
  expect(/^permissions:\n((?: {2}.*\n)+)/m.exec(workflow)?.[1]).toBe('  contents: read\n  issues: write\n');
  expect(workflow).toContain('persist-credentials: false');
  expect(workflow.split('GITHUB_TOKEN')).toHaveLength(2);
  expect(workflow).toMatch(/npm run report-versions\n {8}env:\n {10}GITHUB_TOKEN: \$\{\{ github\.token \}\}\n$/);
});
