import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import { patchNamed } from '../../../candor/src/internals/patch';
import { observeServers } from '../../../candor/src/internals/server/request-start';
import { startPolicy } from '../../../candor/src/policy/start';
import { startPolicyAlone } from '../../../candor/src/policy/start-alone';
import { eachInFolder } from '../../support/each-in-folder';
import { loadedBy, textOf } from '../../support/loaded-modules';
import { rawRequest } from '../../support/raw-request';
import { serve } from '../../support/serve';
import { recordLog } from '../delivery/set-up-delivery';

vi.mock('../../../candor/src/policy/patches/cache-headers', () => ({
  isCached: () => false,
  isPostponed() {
    throw new RangeError('broken');
  },
}));

const { folder, write } = eachInFolder();

/** The sources of scripts in the policy of a rendered page. */
async function sourcesAt(path: string) {
  const { url } = await serve((response) => {
    const meta = { match: { definition: { kind: 'APP_PAGE' } } };
    Object.assign(response.req, { [Symbol.for('NextInternalRequestMeta')]: meta });
    response.setHeader('Content-Type', 'text/html').end(String(response.req.headers['x-nonce']));
  });
  const { headers, body } = await rawRequest(url, { path });
  const [, sources] = /script-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
  return sources?.replace(String(body), 'OF-PAGE');
}

test('what the policy throws is one line a minute without a query, and the page has a policy with its nonce', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(folder());
  const { log, lines } = recordLog();
  const part = startPolicy({ policy: 'enforce', tunnel: '/monitoring' }, log);
  observeServers({ requestStarts: [part.requestStarts] });
  for (const path of ['/broken/a?token=secret', '/broken/b'])
    expect(await sourcesAt(path)).toBe("'self' 'report-sample' 'nonce-OF-PAGE'");
  const error = { type: 'RangeError', message: 'broken' };
  expect(lines).toMatchObject([{ level: 'error', msg: 'policy failed', count: 1, path: '/broken/a', error }]);
});

test('what the hook of the policy alone loads is at most 29 modules of 36 kB, of three rooms and no package', () => {
  const loaded = Array.from(loadedBy('policy/start-alone.ts', 'at any time'));
  expect([...new Set(loaded.map((name) => name.split('/')[0]))].sort()).toEqual(['internals', 'policy', 'shared']);
  expect(loaded.length).toBeLessThanOrEqual(29);
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true };
  const code = loaded.map((path) => ts.transpileModule(textOf(path), { compilerOptions }).outputText); // As the package has it.
  expect(code.join('').length).toBeLessThan(36_000);
});

test('alone, a page has the policy with the scripts of the build, and a failing patch is one line of ASCII', async () => {
  vi.stubGlobal('CANDOR_POLICY', JSON.stringify({ policy: 'enforce' }));
  vi.spyOn(process, 'cwd').mockReturnValue(folder());
  write({ '.next/server/inline-scripts.json': `["'sha256-a'"]` });
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  startPolicyAlone();
  expect(await sourcesAt('/')).toBe("'self' 'report-sample' 'sha256-a' 'nonce-OF-PAGE'");
  const message = 'one\u2028two\u009b\n{"msg":"forged"}';
  patchNamed('page-nonce').fail(new Error(message));
  const written = output.mock.calls.map(([line]) => String(line));
  const fields = { level: 'error', msg: 'patch not in effect', patch: 'page-nonce', error: { type: 'Error', message } };
  expect(JSON.parse(written.at(-1)!)).toMatchObject(fields);
  expect(written.join('')).toMatch(/^[ -~\n]*$/);
});

test('the development server has no policy', () => {
  vi.stubEnv('NODE_ENV', 'development');
  vi.stubGlobal('CANDOR_POLICY', 'not read');
  startPolicyAlone();
});
