import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import manifest from '../../../candor/package.json' with { type: 'json' };
import { entryPoints } from '../../../candor/scripts/roll-up-types.mjs';
import { inlinedSettings } from '../../../candor/src/build/inlined-settings';
import { tested } from '../../../candor/src/internals/patches';
import { settingNames } from '../../../candor/src/start/settings';
import { logMessages } from '../../../candor/src/shared/log-messages';
import { version } from '../../../candor/src/shared/version';
import { read, root } from '../docs/files';
import { shapesOf } from './shapes-of';

vi.setConfig({ testTimeout: 330_000 }); // Compilers and servers take seconds, and on a busy machine many of them.

const candor = join(root, 'candor');
const application = join(root, 'tests/adoption/types');

beforeAll(() => {
  // An unchanged package is not built again. Nothing else of these tests may build it at the same time.
  execFileSync(process.execPath, [join(candor, 'scripts/build.mjs'), '--types']);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const printed = execFileSync('npm', args, { cwd: candor, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  [packed] = JSON.parse(printed) as [typeof packed];
}, 120_000);

const folder = mkdtempSync(join(tmpdir(), 'candor-packed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The package as it would be published. */
let packed: { size: number; files: { path: string }[]; filename: string };

test('the peers are the versions that were tested, and the code has the version of its package', () => {
  expect(version).toBe(manifest.version);
  const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = manifest.peerDependencies;
  const from = ([oldest, newest]: readonly [string, string]) =>
    [`>=${oldest}.0`, `<${Number.parseInt(newest, 10) + 1}`].join(' ');
  const { next: ofNext, react: ofReact, '@sentry/core': ofSdk } = tested;
  expect([next, react, reactDom, sdk]).toEqual([ofNext, ofReact, ofReact, ofSdk].map(from));
});

test('outside of a build the screens have the texts of a build without settings', () => {
  const program = `await import('candor/screens');
    const texts = Object.entries(globalThis).filter(([name]) => name.startsWith('CANDOR_'));
    console.log(JSON.stringify(Object.fromEntries(texts)));`;
  const args = ['--input-type=module', '--eval', program];
  const texts = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as object;
  const versions = { next: '', react: '', '@sentry/core': '' };
  const { everywhere } = inlinedSettings({}, {}, { release: '', isStable: true, versions });
  expect(texts).toEqual({ ...everywhere, CANDOR_OUTSIDE_BUILD: 'yes', CANDOR_STYLESHEET: 'data:text/css,' });
});

test('the package is as large as README.md says, and has its licence, its changelog, all that its code imports, and no types but those of its entry points', () => {
  const { size, files } = packed;
  const paths = files.map(({ path }) => path);
  const said = Number(/It is (\d+) kB packed/.exec(read('README.md'))?.[1]) * 1_000;
  expect(Math.abs(size - said)).toBeLessThan(15_000);
  expect(size).toBeLessThan(300_000);
  const outside = paths.filter((path) => !path.startsWith('dist/')).sort();
  expect(outside).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  const sources = paths.filter((path) => /\.(tsx?|map)$/.test(path));
  expect(sources.filter((path) => !/^dist\/types\/[\w-]+\.d\.ts$/.test(path))).toEqual([]);
  expect(read('candor/LICENSE')).toBe(read('LICENSE'));
  const code = paths.filter((path) => /\.c?js$/.test(path));
  const imported = code.flatMap((path) =>
    Array.from(read(`candor/${path}`).matchAll(/(?:from|import\(|import) ?['"](\..*?)['"]/g), ([, to = '']) =>
      join(path, '..', to),
    ),
  );
  expect(imported.length).toBeGreaterThan(code.length);
  expect(imported.filter((path) => !paths.includes(path))).toEqual([]);
});

test('publint finds nothing in the package', async () => {
  const { buffer } = readFileSync(join(folder, packed.filename));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages).toEqual([]);
});

test('every way that an ES module resolves an entry point leads to code and to its types', () => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const options = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'json'];
  const args = [attw, join(folder, packed.filename), ...options];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const { analysis } = JSON.parse(stdout) as { analysis: { entrypoints: object } };
  expect(Object.keys(analysis.entrypoints).sort()).toEqual(Object.keys(manifest.exports).sort());
  expect(status, stdout).toBe(0);
});

test.each(entryPoints(candor))(
  'the application that other versions of TypeScript check uses everything of $name',
  ({ types }) => {
    const exported = readFileSync(types, 'utf8').matchAll(
      /^export (?:declare (?:type|const|function|class) (\w+)|\{ (?:\w+ as )?(\w+) \})/gm,
    );
    const names = Array.from(exported, ([, declared, renamed]) => declared ?? renamed ?? '');
    expect(names).not.toEqual([]);
    const text = readFileSync(join(application, 'with-candor.tsx'), 'utf8');
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  },
);

// What is public stands in candor/api/, made from its one source in the code: a change of it shows in a diff, and the version says
// what it means for those who depend on it. `UPDATE_DOCS=1 npx vitest run tests/unit/package` writes it.

test.each(entryPoints(candor))('the types of $name are those of candor/api/', ({ name, types }) => {
  const title = name.replace('.', 'candor');
  const text = readFileSync(types, 'utf8');
  expectRecorded(`${name === '.' ? 'candor' : name.slice(2)}.api.md`, [`# ${title}`, '', ...block('ts', text)]);
});

test('the settings are those of candor/api/', () => {
  const list = settingNames.map((name) => `- \`${name}\``);
  expectRecorded('settings.api.md', ['# Settings of the server', '', ...list]);
});

test('the lines of the log are those of candor/api/', () => {
  const list = logMessages.map((msg) => `- \`${msg}\``);
  expectRecorded('log.api.md', ['# Lines of the log', '', 'Each has `level`, `time` and `msg`.', '', ...list]);
});

test('the JSON of GET /monitoring is that of candor/api/', () => {
  const shapes = shapesOf(join(candor, 'dist'), {
    'monitoring/counters.d.ts': 'Counters',
    'shared/event-state.d.ts': 'EventState',
  });
  const [counters = '', event = ''] = shapes;
  const withEvent = ['With `?event=ID`, besides `event`, the ID:', '', ...block('ts', event)];
  expectRecorded('monitoring-json.api.md', ['# JSON of GET /monitoring', '', ...block('ts', counters), ...withEvent]);
});

const block = (language: string, text: string) => [`\`\`\`${language}`, text.trimEnd(), '```', ''];

function expectRecorded(name: string, lines: string[]): void {
  const file = join(candor, 'api', name);
  const text = `${lines.join('\n').trimEnd()}\n`;
  if (process.env.UPDATE_DOCS === '1') {
    mkdirSync(join(candor, 'api'), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
}
