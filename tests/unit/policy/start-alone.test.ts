import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import { patchNamed } from '../../../candor/src/internals/patch';
import { startPolicyAlone } from '../../../candor/src/policy/start-alone';
import { eachInFolder } from '../../support/each-in-folder';
import { rawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';

const { folder, write } = eachInFolder();

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

test('what the hook loads is the policy: at most 29 modules of 36 kB, of three rooms and no package', () => {
  const { own, others } = loadedBy('policy/start-alone.ts');
  const rooms = new Set([...own.keys()].map((file) => relative(src, file).split('/')[0]));
  expect([...rooms].sort()).toEqual(['internals', 'policy', 'shared']);
  expect([...others].filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(own.size).toBeLessThanOrEqual(29);
  expect([...own.values()].join('').length).toBeLessThan(36_000);
});

/** Puts the policy in place in a process with this build. @returns what it writes from then on */
function start(): string[] {
  const written: string[] = [];
  vi.stubGlobal('CANDOR_POLICY', JSON.stringify({ policy: 'enforce' }));
  vi.spyOn(process, 'cwd').mockReturnValue(folder());
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  startPolicyAlone();
  return written;
}

const linesIn = (written: string[]) => written.map((line) => JSON.parse(line) as object);

test('a patch that fails later is one line of ASCII, whatever its error says', () => {
  const written = start();
  patchNamed('page-nonce').fail(new Error('one\u2028two\u009b\n{"msg":"forged"}'));
  expect(linesIn(written).at(-1)).toMatchObject({
    level: 'error',
    msg: 'patch not in effect',
    patch: 'page-nonce',
    error: { type: 'Error', message: 'one\u2028two\u009b\n{"msg":"forged"}' },
  });
  expect(written.join('')).toMatch(/^[ -~\n]*$/);
});

test('a page has the policy, with the scripts of the build', async () => {
  write({ '.next/server/inline-scripts.json': `["'sha256-a'"]` });
  start();
  const { url } = await serve((response) => {
    const meta = { match: { definition: { kind: 'APP_PAGE' } } };
    Object.assign(response.req, { [Symbol.for('NextInternalRequestMeta')]: meta });
    response.setHeader('Content-Type', 'text/html').end(`<p>${String(response.req.headers['x-nonce'])}`);
  });
  const { headers, body } = await rawRequest(url, { path: '/' });
  const nonce = String(body).slice('<p>'.length);
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'report-sample' 'sha256-a' 'nonce-${nonce}'`);
});

test('the development server has no policy', () => {
  vi.stubEnv('NODE_ENV', 'development');
  vi.stubGlobal('CANDOR_POLICY', 'not read');
  startPolicyAlone();
});
