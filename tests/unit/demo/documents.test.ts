import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../../candor/package.json' with { type: 'json' };
import rootManifest from '../../../package.json' with { type: 'json' };
import { captured, filesEndingWith, read, root } from '../docs/files';

const documents = filesEndingWith('.md');
const entryPoints = Object.keys(manifest.exports).map((name) => name.replace(/^\./, 'candor'));
const atRoot = readdirSync(root);
const known = filesEndingWith('.ts', '.tsx', '.mjs', '.css').map((path) => basename(path));

test('the README has 140 lines at most, and both uses on its first screen: to run it, and to depend on it', () => {
  const lines = read('README.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(140);
  const firstScreen = lines.slice(0, 24).join('\n');
  for (const use of ['npm start ', 'npm install candor ', '](candor/README.md#hooks)'])
    expect(firstScreen).toContain(use);
});

test('every path and file name in backticks is there, and every path in a block of code', () => {
  const isMissing = (name: string, document: string) => !isThere(name) && !isThere(join(dirname(document), name));
  const isUnknown = (name: string) => /^[\w.-]+\.(?:tsx?|mjs|css)$/.test(name) && !known.includes(name);
  expect(findings(inBackticks, (name, document) => isPath(name) && isMissing(name, document))).toEqual([]);
  expect(findings(inBackticks, isUnknown)).toEqual([]);
  const isBuilt = (name: string) => /^candor\/(dist|release)\//.test(name);
  expect(findings(pathsInBlocks, (name) => !isThere(name) && !isBuilt(name))).toEqual([]);
});

test('every relative link leads to a file, and every anchor to a heading', () => {
  const isBroken = (link: string, document: string) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : join(dirname(document), path);
    return !isThere(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
  };
  expect(findings(linksIn, isBroken)).toEqual([]);
});

test('every npm script is there', () => {
  expect(findings(scriptsIn, (name) => !(name in rootManifest.scripts))).toEqual([]);
});

test('every test title that proves a claim is there', () => {
  const tests = filesEndingWith('.ts', '.tsx').filter((path) => path.startsWith('tests/'));
  const code = tests.map(read);
  const proving = ['docs/security.md', 'docs/operating.md'];
  const quoted = proving.flatMap((document) => captured(prose(document), /(?<![\w`])_([^_|\n]+)_(?![\w`])/g));
  expect(quoted.length).toBeGreaterThan(0);
  // `…` stands for the rest of a title.
  const parts = quoted.flatMap((title) => title.split('…')).map((part) => part.trim());
  expect(parts.filter((part) => !code.some((text) => text.includes(part)))).toEqual([]);
});

test('every decision is in the list of decisions', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  expect(linksIn('docs/decisions/README.md')).toEqual(files.sort());
});

test('every dependency has its reason in CONTRIBUTING, and no other package has one', () => {
  const both = [manifest, rootManifest].map(({ dependencies, devDependencies }) => [dependencies, devDependencies]);
  const installed = both.flat().flatMap((each) => Object.keys(each));
  const list = read('CONTRIBUTING.md').split('## Dependencies')[1] ?? '';
  const named = captured(list, /^- (`[^`]+`(?:,\s+`[^`]+`)*): /gm).flatMap((names) => names.match(/[^`,\s]+/g) ?? []);
  const fits = (name: string, pattern: string) =>
    name === pattern || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1)));
  expect(installed.filter((name) => !named.some((pattern) => fits(name, pattern)))).toEqual([]);
  expect(named.filter((pattern) => !installed.some((name) => fits(name, pattern)))).toEqual([]);
});

test('the README and .env.example name the same settings', () => {
  const section = /^## Settings\n(.*?)^## /ms.exec(read('README.md'))?.[1] ?? '';
  const named = [...new Set(captured(section, /`([A-Z]+_[A-Z_]+|PORT|HOST|LIFETIME)\b/g))];
  expect(named.sort()).toEqual(captured(read('.env.example'), /^# ([A-Z_]+)=/gm).sort());
});

/** What is wrong in any document, with the name of that document. */
function findings(namesIn: (path: string) => string[], isWrong: (name: string, path: string) => boolean): string[] {
  const found = documents.map((document) => ({ document, names: namesIn(document) }));
  expect(found.flatMap(({ names }) => names)).not.toEqual([]);
  return found.flatMap(({ document, names }) =>
    names.filter((name) => isWrong(name, document)).map((name) => `${document}: ${name}`),
  );
}

/** Something below a folder of the repository, or a file of a kind that only the repository has; no pattern. */
function isPath(text: string): boolean {
  if (!/^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(text) || !text.includes('/') || text.startsWith('.')) return false;
  return atRoot.includes(text.split('/')[0] ?? '') || text.endsWith('/') || /\.(?:tsx?|mjs|md|css|conf)$/.test(text);
}

const inBackticks = (document: string) => captured(prose(document), /`([^`\n]+)`/g);

const pathsInBlocks = (document: string) =>
  captured(blocks(document), /(?<![\w./@-])((?:candor|docs|public|scripts|tests)\/[\w./-]*[\w-])/g);

const linksIn = (document: string) =>
  captured(prose(document), /\]\(\s*<?([^)>\s]+)/g).filter((target) => !/^[a-z]+:/.test(target));

/** `npm run NAME`, and the two that need no `run`; npm's own commands are others. */
const scriptsIn = (document: string) =>
  captured(read(document), /\bnpm (run [\w:-]+|start\b|test\b)/g).map((command) => command.replace('run ', ''));

/** As GitHub makes them from headings. */
const anchorsIn = (document: string) =>
  captured(prose(document).toLowerCase(), /^#+ (.*)$/gm).map((heading) =>
    heading.replace(/[^\p{Letter}\p{Number}\s_-]/gu, '').replaceAll(' ', '-'),
  );

const block = /^ *```[\s\S]*?^ *```$/gm;

/** Without blocks of code: they show commands and the contents of other machines. */
const prose = (document: string) => read(document).replace(block, '');
const blocks = (document: string) => (read(document).match(block) ?? []).join('\n');

/** In this repository, or as an entry point of the package; or it is in applications of others, which may have these folders. */
function isThere(path: string): boolean {
  return existsSync(join(root, path)) || entryPoints.includes(path) || /^(src|pages)\//.test(path);
}
