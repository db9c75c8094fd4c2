import { expect, test } from 'vitest';
import { hooksOf } from '../../../candor/src/cli/hooks';
import { readApplication } from '../../../candor/src/cli/application';
import { read } from '../docs/files';
import { tree } from './trees';

const [, section = ''] = /^## The hooks\n([^]*?)^## /m.exec(read('docs/adopting.md')) ?? [];
/** The files of the guide, which begin with a comment that names them. */
const guide = Object.fromEntries(
  Array.from(section.matchAll(/^```tsx?\n\/\/ (\S+)\n([^]*?)^```$/gm), ([, path = '', text]) => [path, text]),
);

test('the hooks of the guide are what init writes', () => {
  const own = {
    'app/layout.tsx': undefined,
    'app/[locale]/layout.tsx': `import 'a.css';\n`,
    'pages/old.tsx': '',
    'next.config.ts': `import 'a';\n`,
  };
  const hooks = hooksOf(readApplication(tree(own)));
  const textOf = (name: string) => hooks.find(({ path }) => path === name)?.text;
  expect(textOf('app/not-found.tsx')).toBe(textOf('app/global-not-found.tsx')); // So says the guide.
  const written = hooks
    .filter(({ path }) => path !== 'app/not-found.tsx')
    .map(({ path, text }) => [path.replace('[locale]/', ''), text]);
  const inGuide = written.filter(([path]) => !/forbidden|unauthorized/.test(path ?? ''));
  expect(inGuide).toHaveLength(7);
  expect(Object.fromEntries(inGuide)).toEqual(Object.fromEntries(inGuide.map(([path = '']) => [path, guide[path]])));
});
