import { join } from 'node:path';
import { patches, type PatchName } from '../../candor/src/internals/patches';
import type { Application, LogLine } from '../support/application';
import { startAgain, startAgainInVain } from '../support/failing-routes';
import { rawRequest } from '../support/raw-request';
import { expect } from './fixtures';
import type { builtTest } from './failing-routes';

type Counters = { patches: Record<'inEffect' | 'missing' | 'unproven', string[]> };

const takeAway = join(import.meta.dirname, '../support/take-away.mjs');

/** What a site does with a patch, and without it. */
type Probe = {
  name: PatchName;
  /** What is taken away, by its name in take-away.mjs. Default: that of the patch. */
  taken?: string;
  ask?: (site: Site) => Promise<unknown>;
  held?: unknown;
  lost?: unknown;
  /** What goes with it. */
  also?: PatchName[];
  /** It is seen only in a situation that these probes do not make. */
  isUnseen?: true;
  /** The process ends. */
  ends?: true;
};

type Site = Application & {
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** The log, once all lines of what was requested before are there. */
  logNow: () => Promise<LogLine[]>;
};

const eventId = expect.stringMatching(/^[0-9a-f]{32}$/);
const hash = expect.stringMatching(/^\d+$/);
const form = { 'Content-Type': 'multipart/form-data; boundary=x' };

/** The digest that a document shows without scripts, and whether a line has it that names an event. */
async function digestOf({ get, logNow }: Site, path: string) {
  const digest = /Digest: ([^<]*)/.exec(await (await get(path)).text())?.[1];
  const line = (await logNow()).find((entry) => entry.digest === digest);
  return { digest, event: line && (line.event ?? line.digest) };
}

const lineOf = async ({ logNow }: Site, isIt: (line: LogLine) => boolean, field: string) =>
  (await logNow()).find(isIt)?.[field];

const probes: Probe[] = [
  {
    name: 'request-start',
    ask: async ({ get }) => (await get('/', { 'X-Request-Id': 'a1' })).headers.get('X-Request-Id'),
    held: 'a1',
    lost: null,
  },
  {
    name: 'response-status',
    ask: async ({ get }) => (await get('/failing/throws?what=string')).headers.get('Error-Digest'),
    held: eventId,
    lost: null,
  },
  {
    name: 'error-digest',
    ask: (site) => digestOf(site, '/failing/throws?what=frozen'),
    held: { digest: eventId, event: eventId },
    lost: { digest: eventId, event: eventId },
  },
  {
    name: 'react-render',
    ask: (site) => digestOf(site, '/failing/throws?what=rethrown'),
    held: { digest: eventId, event: eventId },
    lost: { digest: hash, event: eventId },
    also: ['after-errors', 'entered-actions', 'react-end'],
  },
  {
    name: 'react-render',
    taken: 'react-store',
    ask: (site) => digestOf(site, '/failing/throws?what=rethrown'),
    held: { digest: eventId, event: eventId },
    lost: { digest: hash, event: eventId },
    also: ['react-end'],
  },
  {
    name: 'work-storage',
    ask: async (site) => {
      await site.get('/failing/caught?what=reported');
      return lineOf(site, ({ msg }) => msg === 'error reported', 'route');
    },
    held: '/failing/caught',
    lost: undefined,
    also: ['after-errors'],
  },
  {
    name: 'after-errors',
    ask: async (site) => {
      await site.get('/failing/after/handler?what=handler');
      return lineOf(site, ({ routeType }) => routeType === 'after', 'path');
    },
    held: '/failing/after/handler',
    lost: undefined,
  },
  {
    name: 'entered-actions',
    ask: async (site) => {
      await rawRequest(site.url, { path: '/failing/named', method: 'POST', headers: form, body: 'x' });
      return lineOf(site, ({ path }) => path === '/failing/named', 'msg');
    },
    held: 'request rejected',
    lost: 'request failed',
    also: ['outside-render'],
    isUnseen: true, // No action is entered.
  },
  { name: 'sdk-client' },
  {
    name: 'proxy-hook',
    ask: async (site) => {
      await site.get('/failing/proxy?throw');
      return lineOf(site, ({ path }) => path === '/failing/proxy', 'route');
    },
    held: '/proxy',
    lost: '/_error',
  },
  {
    name: 'error-page',
    ask: ({ url }) =>
      rawRequest(url, { path: '/icon.svg', method: 'POST' }).then(({ headers }) => headers['content-type']),
    held: 'application/problem+json',
    lost: 'text/html; charset=utf-8', // Of the application's Pages Router.
  },
  { name: 'waiting-responses', isUnseen: true },
  {
    name: 'scrubbed-output',
    ask: async ({ get, logNow, output }) => {
      await get('/failing/says', { 'X-Words': 'password=hunter2' });
      await logNow();
      return output.stderr.includes('password=hunter2');
    },
    held: false,
    lost: true,
  },
  { name: 'cache-headers' },
  {
    name: 'failed-document',
    ask: (site) => digestOf(site, '/failing/throws?what=rethrown'),
    held: { digest: eventId, event: eventId },
    lost: { digest: eventId, event: eventId },
  },
  {
    name: 'router-state',
    ask: async (site) => {
      await site.get('/failing/boundaries', { RSC: '1', 'Next-Router-State-Tree': '%' });
      return lineOf(site, ({ path }) => path === '/failing/boundaries', 'msg');
    },
    held: 'request rejected',
    lost: 'request failed',
  },
  {
    name: 'failed-part',
    ask: async ({ get }) => (await (await get('/failing/boundaries')).text()).includes('<noscript'),
    held: true,
    lost: false,
  },
  { name: 'app-paths', isUnseen: true },
  {
    name: 'react-end',
    ask: (site) => digestOf(site, '/failing/throws?what=rethrown'),
    held: { digest: eventId, event: eventId },
    lost: { digest: eventId, event: eventId },
  },
  { name: 'start-promise' },
  { name: 'server-close' },
  { name: 'socket-end' },
  { name: 'new-sockets' },
  {
    name: 'routes-manifest',
    ask: async (site) => {
      const violation = { effectiveDirective: 'script-src-elem', blockedURL: 'inline' };
      const report = [{ type: 'csp-violation', url: `${site.url}/failing/after`, body: violation }];
      const headers = { 'Content-Type': 'application/reports+json', Origin: site.url };
      await rawRequest(site.url, { path: '/monitoring', method: 'POST', headers, body: JSON.stringify(report) });
      return lineOf(site, ({ msg }) => msg === 'browser report', 'route');
    },
    held: '/failing/after',
    lost: undefined,
    also: ['dist-folder'],
  },
  {
    name: 'process-exit',
    ask: ({ terminate }) => terminate(),
    held: 0,
    lost: 143,
    ends: true,
  },
];

/** Every patch taken away: the site serves, what is named is what is lost, and the line and the counters say so. */
export function testPatches(test: typeof builtTest): void {
  async function start(service: { dsn: string }, outboxDir: string, taken: string): Promise<Site> {
    const site = await startAgain('built', settingsFor(taken, { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir }));
    const get: Site['get'] = (path, headers) => fetch(site.url + path, { headers });
    let last = 0;
    return {
      ...site,
      get,
      async logNow() {
        const path = `/api/failing/throws/${(last += 1)}`;
        await get(path);
        await site.waitForLog((line) => line.path === path);
        return site.log;
      },
    };
  }

  const statesOf = async ({ get }: Site) => ((await (await get('/monitoring')).json()) as Counters).patches;

  test('every patch is in effect where nothing is taken away', async ({ service, outboxDir }) => {
    const site = await start(service, outboxDir, 'nothing');
    const before = probes.filter(({ ends }) => !ends);
    for (const { name, taken, ask, held } of before) expect(await ask?.(site), taken ?? name).toEqual(held);
    const states = await statesOf(site);
    expect(states.missing).toEqual([]);
    for (const { name, isUnseen } of probes) if (!isUnseen) expect(states.inEffect).toContain(name);
    for (const { ask, held, ends } of probes) if (ends) expect(await ask?.(site)).toEqual(held);
  });

  for (const { name, taken = name, ask, lost, also = [], ends } of probes) {
    test(`without ${taken} the site serves, loses what is named, and says so`, async ({ service, outboxDir }) => {
      const site = await start(service, outboxDir, taken);
      for (const path of ['/', '/sentry-example-page']) expect((await site.get(path)).status, path).toBe(200);
      if (!ends) expect(await ask?.(site)).toEqual(lost);
      expect((await statesOf(site)).missing.toSorted()).toEqual([name, ...also].toSorted());
      const { loses } = patches.find((one) => one.name === name) ?? {};
      expect(site.log.filter(({ msg, patch }) => msg === 'patch not in effect' && patch === name)).toMatchObject([
        { level: 'error', loses, versions: { next: expect.any(String), node: process.versions.node } },
      ]);
      if (ends) expect(await ask?.(site)).toEqual(lost);
      await site.stop();
    });
  }

  test('without response-methods the server ends with 1 and one line', async ({ service, outboxDir }) => {
    const settings = settingsFor('response-methods', { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir });
    const { code, stdout } = await startAgainInVain('built', settings);
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line) as LogLine)).toMatchObject([{ patch: 'response-methods' }]);
    expect(code).toBe(1);
  });
}

function settingsFor(taken: string, settings: Record<string, string>) {
  return { ...settings, TAKE_AWAY: taken, NODE_OPTIONS: `--import ${takeAway}` };
}
