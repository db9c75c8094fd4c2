import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import { patch } from '../../../candor/src/internals/patch';
import { startPolicyAlone } from '../../../candor/src/policy/start-alone';

const src = join(import.meta.dirname, '../../../candor/src');

/** The code of a module as the package has it, without comments. */
function compiled(file: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true };
  return ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText;
}

/** All that a module loads, at once or later: modules of ours with their code, and the names of others. */
function loadedBy(entry: string) {
  const own = new Map([[join(src, entry), '']]);
  const others = new Set<string>();
  for (const file of own.keys()) {
    const code = compiled(file);
    own.set(file, code);
    for (const { fileName } of ts.preProcessFile(code, true, true).importedFiles) {
      const imported = join(file, '..', fileName.replace(/\.js$/, '.ts'));
      if (!fileName.startsWith('.')) others.add(fileName);
      else if (existsSync(imported)) own.set(imported, own.get(imported) ?? '');
      else throw new Error(`${file} imports ${fileName}, which is not there.`);
    }
  }
  return { own, others };
}

test('what the hook loads is the policy: at most 39 modules of 55 kB, of four rooms', () => {
  const { own, others } = loadedBy('policy/start-alone.ts');
  const rooms = new Set([...own.keys()].map((file) => relative(src, file).split('/')[0]));
  expect([...rooms].sort()).toEqual(['http', 'internals', 'policy', 'shared']);
  expect([...others].filter((name) => !name.startsWith('node:')).sort()).toEqual([
    'next/dist/shared/lib/router/utils/app-paths',
    'parse5',
  ]);
  // Webpack leaves such a call as it is, and it fails.
  expect([...own].filter(([file, code]) => file.endsWith('.ts') && /\brequire\(/.test(code))).toEqual([]);
  expect(own.size).toBeLessThanOrEqual(39); // One of them to say that the build has left no record.
  expect([...own.values()].join('').length).toBeLessThan(55_000);
});

/** What a start writes, which ends the process if `ends`. */
function linesOf(start: () => void): { lines: object[]; written: string; status: unknown } {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  start();
  const written = write.mock.calls.map(([text]) => String(text)).join('');
  const lines = written.split('\n').filter(Boolean);
  return { lines: lines.map((line) => JSON.parse(line) as object), written, status: exit.mock.lastCall?.[0] };
}

test('a start that fails ends the process with status 1 and one line', () => {
  vi.stubGlobal('CANDOR_POLICY', 'not JSON');
  const { lines, status } = linesOf(startPolicyAlone);
  expect(lines.at(-1)).toMatchObject({ level: 'error', msg: 'process failed', error: { type: 'SyntaxError' } });
  expect(status).toBe(1);
});

test('a patch that fails later is one line of ASCII, whatever its error says', () => {
  const { lines, written } = linesOf(() => {
    startPolicyAlone();
    patch('page-nonce').fail(new Error('one\u2028two\u009b\n{"msg":"forged"}'));
  });
  expect(lines.at(-1)).toMatchObject({
    msg: 'patch not in effect',
    patch: 'page-nonce',
    error: { message: 'one\u2028two\u009b\n{"msg":"forged"}' },
  });
  expect(written).toMatch(/^[ -~\n]*$/);
});
