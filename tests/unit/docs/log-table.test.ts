import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import { logMessages } from '../../../candor/src/shared/log-messages';
import { filesEndingWith, listItem, read, root } from './files';

const runbook = 'docs/operating.md';
const betweenMarkers = /(<!-- log -->\n)[\s\S]*?(<!-- \/log -->)/;

test('the runbook’s list of the log is the table in the code', async () => {
  const list = Object.entries(logMessages).map(([msg, when]) => listItem(`\`${msg}\`: ${when}`));
  const expected = await prettier.format(read(runbook).replace(betweenMarkers, `$1\n${list.join('\n')}\n\n$2`), {
    parser: 'markdown',
    printWidth: 120,
  });
  if (process.env.UPDATE_DOCS === '1') writeFileSync(join(root, runbook), expected);
  expect(read(runbook)).toMatch(betweenMarkers);
  expect(read(runbook)).toBe(expected);
});

test('no document quotes a message that is never logged', () => {
  const quoted = filesEndingWith('.md').flatMap((document) =>
    Array.from(read(document).matchAll(/\bmsg"?(?::| ==) ?"([^"]+)"/g), ([, msg = '']) => `${document}: ${msg}`),
  );
  expect(quoted.length).toBeGreaterThan(0);
  expect(quoted.filter((quote) => !Object.keys(logMessages).some((msg) => quote.endsWith(`: ${msg}`)))).toEqual([]);
});
