import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { doctor, type DoctorOptions } from '../../../candor/src/cli/doctor';
import { adopted, bare, packagesOf } from '../../support/adopter';
import { serveSite, state } from '../../support/candor-site';
import { eachInFolder } from '../../support/each-in-folder';
import { aBuild } from '../policy/a-build';
import { takeConsole } from '../../support/quiet-console';
import { serve } from '../../support/serve';

const { folder, write } = eachInFolder();
const root = join(import.meta.dirname, '../../..');
const env = { SENTRY_DSN: 'https://key@errors.example.org/1' };

async function run(options: Partial<DoctorOptions> = {}, { at = folder(), requestMs = 5_000 } = {}) {
  let printed = '';
  const print = (text: string) => void (printed += text);
  const limits = { requestMs, totalMs: 20_000 };
  const status = await doctor(at, { json: false, ...options }, { print }, { env, limits });
  return { status, printed };
}

type Told = { holds: boolean; findings: { says: string }[]; notes: string[]; error?: string };
const told = ({ printed }: { printed: string }) => JSON.parse(printed) as Told;

describe('an application', () => {
  test('in which all holds has the status 0, and a sentence', async () => {
    write({ ...bare, ...packagesOf() });
    write(adopted(folder()));
    const { status, printed } = await run();
    expect([status, printed]).toEqual([0, expect.stringMatching(/All that was looked at holds\.$/)]);
  });

  test('in which something does not hold has the status 1, and each with its place and what to do', async () => {
    write({ ...bare, ...packagesOf() });
    write({ ...adopted(folder()), 'instrumentation-client.ts': 'a();\n' });
    const { status, printed } = await run();
    expect(status).toBe(1);
    expect(printed).toContain(
      'instrumentation-client.ts:1\n  It does not call Candor, so browsers report no failure. `candor init` writes it.\n',
    );
    expect(printed).toMatch(/1 finding\.$/);
  });

  test('is told as one JSON document to a program', async () => {
    write({ ...bare, ...packagesOf() });
    const result = await run({ json: true });
    expect(result.status).toBe(1);
    expect(told(result)).toMatchObject({ holds: false, findings: [{ about: 'hooks' }], notes: [] });
  });

  test('whose build has the policy is told what a build cannot say of it, in the folder of the configuration', async () => {
    write({ ...bare, ...packagesOf() });
    const adopting = adopted(folder());
    const build = aBuild({ 'static/a.js': 'eval(a)' });
    write(Object.fromEntries(Object.entries(build).map(([path, text]) => [path.replace('.next', 'out/build'), text])));
    write({ ...adopting, 'next.config.ts': adopting['next.config.ts']!.replace('= {}', "= { distDir: 'out/build' }") });
    const { findings, notes } = told(await run({ json: true }));
    expect(findings).toMatchObject([{ about: 'policy' }]);
    expect(notes).toContainEqual(expect.stringContaining('To see what the policy would block'));
  });

  test('of this repository holds', async () => {
    const result = await run({ json: true }, { at: root });
    expect(told(result).findings).toEqual([]);
    expect(result.status).toBe(0);
  });

  test('is not changed, nor is its code run', async () => {
    const code = `throw globalThis.ran = new Error('This ran.');\n`;
    write({ ...bare, ...packagesOf(), 'next.config.ts': `${code}${bare['next.config.ts']}`, 'proxy.ts': code });
    write({ '.next/BUILD_ID': 'a', '.next/server/chunks/a.js': code });
    const files = () => readdirSync(folder(), { recursive: true }).sort();
    const before = files();
    expect((await run()).status).toBe(1);
    expect(files()).toEqual(before);
    expect(globalThis).not.toHaveProperty('ran');
  });

  test('that is not there has the status 2, in words and as JSON', async () => {
    expect(await run()).toEqual({ status: 2, printed: '' });
    expect(takeConsole('error')).toEqual([expect.stringContaining('There is no application')]);
    const result = await run({ json: true });
    expect([result.status, told(result)]).toEqual([
      2,
      { holds: false, findings: [], notes: [], error: expect.stringContaining('There is no application') as string },
    ]);
  });

  test('whose package.json is not JSON has the status 2', async () => {
    write({ ...bare, 'package.json': '{' });
    expect((await run()).status).toBe(2);
    expect(takeConsole('error')).toEqual([expect.stringContaining('package.json is not JSON')]);
  });
});

describe('a site', () => {
  test('in which all holds has the status 0, with no application in the folder', async () => {
    const { url } = await serveSite();
    expect(await run({ url })).toEqual({
      status: 0,
      printed: expect.stringContaining('All that was looked at holds.') as string,
    });
  });

  test('that reports to nobody has the status 1', async () => {
    const { url } = await serveSite({ '/monitoring': { body: { ...state, reporting: 'off' } } });
    const { status, printed } = await run({ url });
    expect([status, printed]).toEqual([1, expect.stringContaining('delivery\n  Reporting is off')]);
  });

  test('has a failure followed to its delivery', async () => {
    const event = 'a'.repeat(32);
    const { url } = await serveSite({
      '/fails': { status: 500, headers: { 'Error-Digest': event } },
      [`/monitoring?event=${event}`]: { body: { event, state: 'sent', afterMs: 3 } },
    });
    const result = await run({ url, fail: '/fails', json: true });
    expect(result.status).toBe(0);
    expect(told(result).notes).toContain(`/fails answered with 500 and the reference ${event}: delivered after 3 ms.`);
  });

  test('is asked at the path where the browsers of the application in the folder report', async () => {
    write({ ...bare, 'next.config.ts': `export default withCandor({}, { tunnel: '/errors' });\n` });
    const { url } = await serveSite({ '/errors': { body: state }, '/monitoring': { status: 404 } });
    expect((await run({ url })).status).toBe(0);
  });

  const says = 'The site runs Candor 0.1.0, and this folder has 0.2.0: the site was built from another state of it.';
  test.each([
    ['0.1.0', '0.2.0', [says]],
    ['0.2.0', '0.2.0', []],
    [undefined, '0.2.0', []],
  ])('with Candor %s is told of the %s of the folder if that differs', async (candor, version, notes) => {
    const { url } = await serveSite({ '/monitoring': { body: { ...state, versions: { ...state.versions, candor } } } });
    write({ 'package.json': '{}', 'node_modules/candor/package.json': JSON.stringify({ version }) });
    const result = await run({ url, json: true });
    expect([result.status, told(result).notes.filter((note) => note.includes('Candor 0.'))]).toEqual([0, notes]);
  });

  test('that does not answer in time has the status 2', async () => {
    const { url } = await serve(() => {});
    expect((await run({ url }, { requestMs: 50 })).status).toBe(2);
    expect(takeConsole('error')).toEqual([`${url}/ was not reached: it did not answer in time.`]);
  });

  test.each([
    [{ url: 'example.org' }, 'example.org is not the address of a site'],
    [{ url: 'ftp://example.org' }, 'ftp://example.org is not the address of a site'],
    [{ url: 'http://localhost', fail: 'https://other.example' }, 'is not a path of the site'],
    [{ url: 'http://localhost', fail: '//other.example' }, 'is not a path of the site'],
    [{ fail: '/fails' }, '--fail needs --url'],
  ])('with %j has the status 2', async (options, says) => {
    expect((await run(options)).status).toBe(2);
    expect(takeConsole('error')).toEqual([expect.stringContaining(says)]);
  });
});
