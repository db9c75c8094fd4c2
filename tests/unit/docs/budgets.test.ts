import { expect, test } from 'vitest';
import { patches } from '../../../candor/src/internals/patches';
import packageJson from '../../../candor/package.json' with { type: 'json' };
import { filesEndingWith, read } from './files';

// What the project may grow to: what it has reached. A change that makes a figure smaller lowers its limit here.

const linesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const under = (folder: string) => filesEndingWith('').filter((file) => file.startsWith(`${folder}/`));
const apart = /^candor\/src\/(policy|outbox\/redis)\//;

const isText = (file: string) =>
  !/(^|\/)(package-lock\.json|pnpm-lock\.yaml|requirements\.txt|next-env\.d\.ts)$|\.(png|webp|jpe?g|ico|woff2?|gz|tsbuildinfo)$/.test(
    file,
  );
const documents = ['README.md', 'candor/README.md', 'CONTRIBUTING.md'];
const words = () =>
  [...documents, ...filesEndingWith('.md').filter((file) => file.startsWith('docs/'))]
    .flatMap((file) =>
      read(file)
        .replace(/<!-- bench -->[^]*<!-- \/bench -->/, '')
        .split(/\s+/),
    )
    .filter((word) => word !== '').length;

/** Of each list: the names in backticks before the first `:` or bracket, which are what a reader can set. */
const variables = () => {
  const items = Array.from(read('README.md').matchAll(/^- ((?:`[A-Z_]+`(?:, )?)+)/gm), ([, names = '']) => names);
  return items.flatMap((names) => names.split(', ')).length;
};
const settings = () => {
  const [, type = ''] = read('candor/src/build/candor-settings.ts').split('export type CandorSettings = {');
  return [...type.slice(0, type.indexOf('\n};')).matchAll(/^ {2}\w+\?:/gm)].length;
};

/** An arrow leads from a room to another that it may import. */
const arrows = () => {
  const zones = read('eslint.config.mjs').matchAll(/ zone\(\s*'\w+'((?:,\s*'\w+')*),?\s*\),$/gm);
  return Array.from(zones, ([, rooms = '']) => rooms.match(/'\w+'/g) ?? []).flat().length;
};

const figures: Record<string, [measured: () => number, limit: number]> = {
  'lines of candor/src without policy/ and outbox/redis/': [
    () => linesOf(under('candor/src').filter((file) => !apart.test(file))),
    14_997,
  ],
  'lines of policy/': [() => linesOf(under('candor/src/policy')), 1_642],
  'lines of outbox/redis/': [() => linesOf(under('candor/src/outbox/redis')), 1_103],
  'lines of scripts/': [() => linesOf(under('scripts')), 897],
  'patches without those of the policy': [() => patches.length, 33],
  'arrows between rooms': [arrows, 58],
  'settings of a team': [settings, 9],
  'variables of a server and a build': [variables, 15],
  'dependencies of the package': [() => Object.keys(packageJson.dependencies).length, 2],
  'lines of tests': [() => linesOf(under('tests').filter(isText)), 32_000],
  'words of the documents': [words, 25_000],
};

test.each(Object.entries(figures))('%s: no more than before', (_, [measured, limit]) => {
  const figure = measured();
  expect(figure).toBeGreaterThan(0);
  expect(figure).toBeLessThanOrEqual(limit);
});

test('no line of a document is longer than a reader can follow', () => {
  const longest = [...documents, ...filesEndingWith('.md').filter((file) => file.startsWith('docs/'))].map((file) =>
    Math.max(
      ...read(file)
        .split('\n')
        .map((line) => line.length),
    ),
  );
  expect(Math.max(...longest)).toBeLessThanOrEqual(160);
});
