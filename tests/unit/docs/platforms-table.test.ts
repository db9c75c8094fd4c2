import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import { platforms, type Fact, type Platform } from '../../../candor/src/cli/doctor/platforms';
import { settingNames } from '../../../candor/src/server/settings';
import { listItem, read, root } from './files';

const document = 'docs/operating.md';
const betweenMarkers = /(<!-- platforms -->\n)[\s\S]*?(<!-- \/platforms -->)/;
const rows: Platform[] = Object.values(platforms);
const facts = rows.flatMap(({ whole, weaker, settings }) => [...whole, ...weaker, ...settings]);

/** Sentences that are known in the same way stand together, and the way is said once. */
function part(sentences: readonly Fact[]): string {
  const ways = sentences.map((fact) =>
    fact.how === 'read' ? 'read' : `run: ${fact.by === 'by hand' ? fact.by : `\`${fact.by}\``}`,
  );
  return sentences.map(({ says }, at) => (ways[at] === ways[at + 1] ? says : `${says} (${ways[at]})`)).join(' ');
}

test('the list of platforms is the one that doctor reads', async () => {
  const items = rows.flatMap(({ name, whole, weaker, settings }) => [
    listItem(`**${name}**`),
    listItem(`works whole: ${part(whole)}`, '  '),
    listItem(`weaker: ${part(weaker)}`, '  '),
    listItem(`settings: ${part(settings)}`, '  '),
  ]);
  const expected = await prettier.format(
    read(document).replace(betweenMarkers, (_, start, end) => `${start}\n${items.join('\n')}\n\n${end}`),
    {
      parser: 'markdown',
      printWidth: 120,
    },
  );
  if (process.env.UPDATE_DOCS === '1') writeFileSync(join(root, document), expected);
  expect(read(document)).toMatch(betweenMarkers);
  expect(read(document)).toBe(expected);
});

test('each test that a platform names is there', () => {
  const named = facts.flatMap((fact) => (fact.how === 'run' && fact.by.includes('/') ? [fact.by] : []));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('each part is whole sentences, and says how it is known', () => {
  for (const { whole, weaker, settings } of rows)
    for (const sentences of [whole, weaker, settings]) expect(sentences.length).toBeGreaterThan(0);
  expect(facts.map(({ says }) => says).filter((says) => !says.endsWith('.'))).toEqual([]);
});

// HOSTNAME is Next's own; the others are set by platforms.
const ofOthers = ['HOSTNAME', 'VERCEL', 'NETLIFY', 'AWS_LAMBDA_FUNCTION_NAME'];

test('each setting that a platform names is a setting of the server', () => {
  const named = facts.flatMap(({ says }) =>
    [...says.matchAll(/`([A-Z_]{4,})(?:=[^`]*)?`/g)].map(([, name = '']) => name),
  );
  expect(named).toEqual(expect.arrayContaining(['OUTBOX_URL', 'LIFETIME', 'OUTBOX_LIFETIME']));
  expect(named.filter((name) => !settingNames.includes(name) && !ofOthers.includes(name))).toEqual([]);
});
