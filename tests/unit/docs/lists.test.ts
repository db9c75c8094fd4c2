import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import { patches, tested } from '../../../candor/src/internals/patches';
import { policyPatches } from '../../../candor/src/policy/patches/patches';
import { logMessages } from '../../../candor/src/shared/log-messages';
import { captured, filesEndingWith, read, root } from './files';

// What documents list from the code. `UPDATE_DOCS=1 npx vitest run docs/lists` writes that of the patches.

/** An item of a list in Markdown, in lines that are short enough for every reader. Code is not broken. */
function listItem(text: string): string {
  const lines = [''];
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && 3 + line.length + word.length > 150) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return `- ${lines.join('\n  ')}`;
}

const versions = Object.entries(tested).map(([part, range]) => `${part} ${[...new Set(range)].join(' to ')}`);
const ofPatches = patches.map(({ name, runtime, target, loses }) =>
  listItem(`\`${name}\` (${runtime}): ${target}. Without it: ${loses}.`),
);

const between = (marker: string) => new RegExp(`(<!-- ${marker} -->\n)([^]*?)(<!-- /${marker} -->)`);

test('docs/operating.md says when each message of the log is written, and has no other', () => {
  const [, , list = ''] = between('log').exec(read('docs/operating.md')) ?? [];
  expect(captured(list, /^- `([^`]+)`: /gm)).toEqual(logMessages);
});

test('the list of the patches in docs/compatibility.md is the one in the code', async () => {
  const document = 'docs/compatibility.md';
  const list = [`Tested with ${versions.join(', ')}:`, '', ...ofPatches];
  const betweenMarkers = between('patches');
  expect(read(document)).toMatch(betweenMarkers);
  const text = read(document).replace(
    betweenMarkers,
    (_, start, before, end) => `${start}\n${list.join('\n')}\n\n${end}`,
  );
  const expected = await prettier.format(text, { parser: 'markdown', printWidth: 120, singleQuote: true });
  if (process.env.UPDATE_DOCS === '1') writeFileSync(join(root, document), expected);
  expect(read(document)).toBe(expected);
});

test('no document quotes a message that is never logged', () => {
  const quoted = filesEndingWith('.md').flatMap((document) =>
    captured(read(document), /\bmsg"?(?::| ==) ?"([^"]+)"/g).map((msg) => `${document}: ${msg}`),
  );
  expect(quoted).not.toEqual([]);
  expect(quoted.filter((quote) => !logMessages.some((msg) => quote.endsWith(`: ${msg}`)))).toEqual([]);
});

test('each patch has one name, is used by a file of its runtime, and is taken away by a test', () => {
  const textOf = (folder: RegExp) => {
    const files = filesEndingWith('.ts').filter((file) => folder.test(file));
    return files.map(read).join('\n');
  };
  const all = [...patches, ...policyPatches];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const code = textOf(/^candor\/src\/(internals|policy\/patches)\//);
  const used = all.filter(({ name, runtime }) => runtime !== 'server' || code.includes(`patch('${name}')`));
  expect(used).toEqual(all);
  // `name: 'page-fetch'` of a list, `without page-fetch` in a title, or the patch that is found to be missing.
  const tests = textOf(/^tests\/browser\//);
  const isGuarded = (name: string) =>
    new RegExp(`\\b(?:name|patch): '${name}'|without ${name} |missingAt\\(.*'${name}'`).test(tests);
  expect(patches.filter(({ name }) => !isGuarded(name))).toEqual([]);
});

const upstream = read('docs/upstream.md');
const sections = upstream.split(/^## /m).slice(1);

test('docs/upstream.md has all that patches name, and nothing else; each section has its four parts', () => {
  const named = patches.flatMap((patch) => patch.upstream ?? []);
  const links = named.filter((name) => name.startsWith('https:'));
  expect(links.filter((link) => !upstream.includes(`(${link})`))).toEqual([]);
  const headings = new Set(named.filter((name) => !name.startsWith('https:')));
  expect(sections.map((section) => section.split('\n')[0]).sort()).toEqual([...headings].sort());
  for (const section of sections)
    for (const part of ['**Problem.**', '**Change.**', '**Lets users**', '**Test.**']) expect(section).toContain(part);
});

test('the code that a section points at stands on that line of the Next that the document names', () => {
  const [, version] = /Next\s+(\d+\.\d+\.\d+)/.exec(upstream) ?? [];
  const places = [...upstream.matchAll(/^- `(next\/[^:`]+):(\d+)`: `([^`]+)`$/gm)];
  expect(places.length).toBeGreaterThan(10);
  const { version: installed } = JSON.parse(read('node_modules/next/package.json')) as { version: string };
  if (installed !== version) return; // The document says which version its lines are of.
  for (const [, file, line, code = ''] of places)
    expect(read(`node_modules/${file}`).split('\n')[Number(line) - 1], `${file}:${line}`).toContain(code);
});

test('the list of the rooms has every folder of the package, with the imports that ESLint permits', () => {
  const [, layout = ''] = read('docs/architecture.md').split('\n## Layout\n');
  const list = layout
    .split(/^- (?=`\w+`:)/m)
    .slice(1)
    .map((item) => {
      const [about = '', imports = ''] = item.split(/\n\n/)[0]?.split(/\sImports\s/) ?? [];
      return [captured(about, /`(\w+)`/g)[0] ?? '', captured(imports, /`(\w+)`/g).sort()] as const;
    });
  const zones = Array.from(
    read('eslint.config.mjs').matchAll(/ zone\(\s*'(\w+)'([^)]*)\),$/gm),
    ([, room, others = '']) => [room, captured(others, /'(\w+)'/g).sort()],
  );
  expect(zones.length).toBeGreaterThan(10);
  // options/ has no rule: its one file stands for what a team may have.
  expect(Object.fromEntries(list)).toEqual({ ...Object.fromEntries(zones), options: [] });
  const folders = readdirSync(join(root, 'candor/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(list.map(([room]) => room).sort()).toEqual(folders.map(({ name }) => name).sort());
});
