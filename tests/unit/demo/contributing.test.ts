import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { read, root } from '../docs/files';

vi.mock('next/headers', () => ({})); // Server Actions read them, and no action runs here.

const page = 'app/sentry-example-page';

/** One block of CONTRIBUTING.md: lines to find in a file, and those to put in their place. */
type Change = { path: string; before: string; after: string };

const changes = readChanges(read('CONTRIBUTING.md'));
let copy: string;

beforeAll(() => {
  mkdirSync(join(root, '.copies'), { recursive: true });
  copy = mkdtempSync(join(root, '.copies/contributing-'));
  for (const part of ['app', 'candor/src']) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'next-env.d.ts'), join(copy, 'next-env.d.ts'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('each change of the examples fits one place of its file', () => {
  const paths = changes.map(({ path }) => path);
  expect([...new Set(paths)]).toEqual([`${page}/kinds.ts`, `${page}/server-failures.ts`]);
  for (const { path, before } of changes) expect(read(path).split(before), path).toHaveLength(2);
});

test('after the first step the compiler asks for the second, and after that for nothing', { timeout: 300_000 }, () => {
  apply(changes.slice(0, 1));
  expect(filesWithErrors(page, 'page.tsx')).toEqual([`${page}/server-failures.ts`]);
  apply(changes);
  expect(filesWithErrors(page, 'page.tsx')).toEqual([]);
});

test('the new kind has a URL, a failure and a place among the in-page checks', async () => {
  apply(changes);
  const load = async <Module>(file: string) => (await import(join(copy, page, file))) as Module;
  const { readFailRequest } = await load<{ readFailRequest: (fail: string) => object }>('kinds.ts');
  expect(readFailRequest('server-timeout')).toEqual({ type: 'fail', kind: 'server-timeout' });

  type Failures = { serverFailures: Record<string, () => Promise<never>> };
  const { serverFailures } = await load<Failures>('server-failures.ts');
  await expect(serverFailures['server-timeout']?.()).rejects.toThrow('waited too long');

  const { checks } = await load<{ checks: { kind: string }[] }>('checks.ts');
  expect(checks.map(({ kind }) => kind)).toContain('server-timeout');
});

/** Each block begins with the name of its file. Its other lines are indented by one more, or begin with `+` or `-`. */
function readChanges(document: string): Change[] {
  const blocks = Array.from(document.matchAll(/^( *)```diff\n([\s\S]*?)^ *```$/gm));
  return blocks.map(([, indent = '', block = '']) => {
    const [head = '', ...lines] = block.split('\n').map((line) => line.slice(indent.length));
    const linesOf = (marks: string) =>
      lines.filter((line) => line !== '' && marks.includes(line.charAt(0))).map((line) => `${line.slice(1)}\n`);
    return { path: head.replace('--- ', ''), before: linesOf(' -').join(''), after: linesOf(' +').join('') };
  });
}

function apply(some: Change[]): void {
  const texts = new Map<string, string>();
  for (const { path, before, after } of some)
    texts.set(path, (texts.get(path) ?? read(path)).split(before).join(after));
  for (const [path, text] of texts) writeFileSync(join(copy, path), text);
}

/** Parsed once: only the files of the copy change. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The files of this folder in which the compiler finds errors, of those that one of them leads to. */
function filesWithErrors(folder: string, first: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const options = {
    ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
    types: ['node'],
    incremental: false,
    // The package's sources: its types may not have been built.
    paths: {
      'candor/dist/*': [join(root, 'candor/src/*')],
      candor: [join(root, 'candor/src/index.ts')],
      'candor/*': [join(root, 'candor/src/*.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) => {
    if (file.startsWith(copy)) return getSourceFile(file, ...rest);
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...rest));
    return parsed.get(file);
  };
  const program = ts.createProgram(
    [join(copy, folder, first), join(copy, 'next-env.d.ts'), join(root, 'candor/src/inlined.d.ts')],
    options,
    host,
  );
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(copy, folder)));
  const wrong = ours.filter((file) => program.getSemanticDiagnostics(file).length > 0);
  return wrong.map(({ fileName }) => relative(copy, fileName));
}
