import { expect, test } from 'vitest';
import { read } from './files';

const section = read('docs/unavailable.md');

test('the lines for nginx are those of the file that the browser tests run', () => {
  const [, snippet = ''] = /```nginx\n([^]*?)```/.exec(section)!;
  const lines = snippet.split('\n').filter((line) => line !== '' && line !== '# in the server:');
  expect(lines.length).toBeGreaterThan(10);
  const documented = read('docs/nginx.conf').split('\n');
  expect(lines.filter((line) => !documented.includes(line))).toEqual([]);
});

test('the annotations name the service of the manifest', () => {
  const [, name = ''] = /default-backend: (\S+)/.exec(section)!;
  expect(read('docs/kubernetes/unavailable.yaml')).toContain(`kind: Service\nmetadata:\n  name: ${name}\n`);
});
