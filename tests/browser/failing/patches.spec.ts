import type { Page } from 'playwright/test';
import { patches, type PatchName } from '../../../candor/src/internals/patches';
import { startInVain, type Application, type LogLine } from '../../support/application';
import { openRaw } from '../../support/raw-connection';
import { rawRequest } from '../../support/raw-request';
import { takenAway } from '../../support/taken-away';
import { waitUntil } from '../../support/wait-until';
import { control, expect, test } from './fixtures';

type Counters = { patches: Record<'inEffect' | 'missing' | 'unproven', string[]> };

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
  /** Nothing tells the server: it goes on to call the patch in effect, or unproven. For this reason. */
  unnoticed?: string;
  /** Where there is no question: why what is lost is not looked at here. */
  unasked?: string;
  /** What shows it only under these. */
  settings?: Record<string, string>;
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

/** The messages of the lines of this path, once each is there. */
const messagesOf = async ({ logNow }: Site, path: string) =>
  (await logNow()).filter((line) => line.path === path).map(({ error }) => (error as { message?: string }).message);

/** What became of the events of this error. */
async function statesOfEvents({ get, logNow }: Site, message: string) {
  const isOfError = ({ error }: LogLine) => (error as { message?: string } | undefined)?.message === message;
  const stateOf = async ({ digest }: LogLine) => {
    const { state } = (await (await get(`/monitoring?event=${digest}`)).json()) as { state: string };
    return state !== 'sending' && state;
  };
  const lines = (await logNow()).filter(isOfError);
  return Promise.all(lines.map((line) => waitUntil('an event to be sent or dropped', () => stateOf(line))));
}

const lineOf = async ({ logNow }: Site, isIt: (line: LogLine) => boolean, field: string) =>
  (await logNow()).find(isIt)?.[field];

async function routeOfReport(site: Site) {
  const violation = { effectiveDirective: 'script-src-elem', blockedURL: 'inline' };
  const report = [{ type: 'csp-violation', url: `${site.url}/failing/after`, body: violation }];
  const headers = { 'Content-Type': 'application/reports+json', Origin: site.url };
  await rawRequest(site.url, { path: '/monitoring', method: 'POST', headers, body: JSON.stringify(report) });
  return lineOf(site, ({ msg }) => msg === 'browser report', 'route');
}

const probes: Probe[] = [
  {
    name: 'request-start',
    async ask({ url }) {
      await rawRequest(url, { path: '/failing/throws?what=string' }); // Noticed where one fails on a new connection.
      return (await rawRequest(url, { path: 'http://evil.example/failing-page/' })).headers.location;
    },
    held: '/failing-page',
    lost: 'http://evil.example/failing-page/',
  },
  {
    name: 'response-status',
    ask: async ({ get }) => (await get('/failing/answers?what=error')).headers.get('Error-Digest'),
    held: eventId,
    lost: null,
  },
  {
    name: 'error-digest',
    async ask({ get, logNow }) {
      const response = await get('/failing/throws?what=frozen');
      await response.body?.cancel(); // Without the patch it has no end.
      return (await logNow()).some(({ msg }) => msg === 'process failed');
    },
    held: false,
    lost: true,
  },
  {
    name: 'react-render',
    ask: (site) => digestOf(site, '/failing/throws?what=rethrown'),
    held: { digest: eventId, event: eventId },
    lost: { digest: hash, event: eventId },
    also: ['after-errors', 'entered-actions'],
  },
  {
    name: 'react-render',
    taken: 'react-store',
    ask: (site) => digestOf(site, '/failing/throws?what=rethrown'),
    held: { digest: eventId, event: eventId },
    lost: { digest: hash, event: eventId },
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
  { name: 'sdk-client', unasked: 'the client of a team is found or not, by the order of two starts' },
  {
    name: 'sdk-mark',
    async ask(site) {
      for (const path of ['/failing/throws?what=same', '/failing/throws?what=same']) await site.get(path);
      return statesOfEvents(site, 'Failing: one error, thrown for every request.');
    },
    held: ['sent', 'sent'],
    lost: ['sent', 'dropped'],
  },
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
  {
    name: 'failed-document',
    ask: (site) => digestOf(site, '/failing/throws?what=rethrown'),
    held: { digest: eventId, event: eventId },
    lost: { digest: eventId, event: eventId },
  },
  {
    name: 'flight-rows',
    ask: async ({ get }) => {
      const { headers } = await get('/failing/edge');
      const cached = await (await get('/failing/cached-pages/broken')).text();
      return { digest: headers.get('Error-Digest'), isStyled: /<link[^>]* rel="?stylesheet/.test(cached) };
    },
    held: { digest: eventId, isStyled: true },
    lost: { digest: null, isStyled: true }, // Those of the layout are copied.
  },
  {
    name: 'thrown-by-next',
    ask: async ({ url }) => {
      const malformed = { path: '/failing/boundaries', method: 'POST', headers: form, body: 'x' };
      return (await rawRequest(url, malformed)).status;
    },
    held: 400,
    lost: 500,
  },
  {
    name: 'thrown-by-next',
    taken: 'errors-of-streams',
    async ask(site) {
      await (await site.get('/failing/places/broken-stream')).text().catch(() => 'cut off');
      return messagesOf(site, '/failing/places/broken-stream');
    },
    held: ['Failing: the stream of a route handler broke.'],
    lost: ['failed to pipe response'],
    unnoticed: 'an error with a cause may be any of a team',
  },
  {
    name: 'thrown-by-next',
    taken: 'interrupts',
    ask: async ({ get }) => (await (await get('/failing/places/not-found-late')).text()).includes('<noscript'),
    held: true,
    lost: false,
    unnoticed: 'a digest of another form may be any of a team',
  },
  {
    name: 'thrown-by-next',
    taken: 'router-states',
    ask: async (site) => {
      await site.get('/failing/boundaries', { RSC: '1', 'Next-Router-State-Tree': '%' });
      return lineOf(site, ({ path }) => path === '/failing/boundaries', 'msg');
    },
    held: 'request rejected',
    lost: 'request failed',
    unnoticed: 'a message of another form may be any of a team',
  },
  {
    name: 'failed-part',
    ask: async ({ get }) => (await (await get('/failing/boundaries')).text()).includes('<noscript'),
    held: true,
    lost: false,
  },
  { name: 'start-promise', unasked: 'it has a test of its own below' },
  {
    name: 'server-close',
    settings: { DRAIN_SECONDS: '60' },
    async ask({ url, signal }) {
      signal('SIGTERM');
      const ask = () => fetch(`${url}/monitoring?ready`);
      return waitUntil('the signal to be heard', () =>
        ask().then(
          ({ status }) => status === 503 && 'serves',
          () => 'closed',
        ),
      );
    },
    held: 'serves',
    lost: 'closed',
    ends: true,
  },
  { name: 'socket-end', unasked: 'whether a response is lost on the way differs from one time to the next' },
  {
    name: 'new-sockets',
    settings: { DRAIN_SECONDS: '0' },
    async ask({ url, terminate }) {
      const opened = await openRaw(url);
      const begun = performance.now();
      await terminate();
      opened.destroy();
      return performance.now() - begun > 7_500; // After 8 s the process ends in any case.
    },
    held: false,
    lost: true,
    ends: true,
  },
  {
    name: 'dist-folder',
    ask: routeOfReport,
    held: '/failing/after',
    lost: '/failing/after', // It is in `.next`, beside which the process was started.
  },
  {
    name: 'process-exit',
    ask: ({ terminate }) => terminate(),
    held: 0,
    lost: 143,
    ends: true,
  },
];

// Every patch taken away: the site serves, what is named is what is lost, and the line and the counters say so.

type Start = (settings: Record<string, string>) => Promise<Application>;

async function startWithout(taken: string, start: Start, settings: Record<string, string>): Promise<Site> {
  const site = await start({ ...settings, ...takenAway(taken) });
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

test('every patch is in effect where nothing is taken away', async ({ service, start }) => {
  const site = await startWithout('nothing', start, { SENTRY_DSN: service.dsn });
  const asked = probes.filter(({ settings }) => settings === undefined);
  for (const { name, taken, ask, held, ends } of asked)
    if (!ends) expect(await ask?.(site), taken ?? name).toEqual(held);
  const states = await statesOf(site);
  expect(states.missing).toEqual([]);
  for (const { name, isUnseen } of probes) if (!isUnseen) expect(states.inEffect).toContain(name);
  for (const { ask, held, ends } of asked) if (ends) expect(await ask?.(site)).toEqual(held);
});

for (const { name, taken = name, ask, held, lost, also = [], settings, ...probe } of probes) {
  if (settings) {
    test(`with ${taken} nothing of it is lost`, async ({ service, start }) => {
      const site = await startWithout('nothing', start, { SENTRY_DSN: service.dsn, ...settings });
      expect(await ask?.(site)).toEqual(held);
    });
  }

  test(`without ${taken} the site serves, loses what is named, and says so`, async ({ page, service, start }) => {
    const site = await startWithout(taken, start, { SENTRY_DSN: service.dsn, ...settings });
    for (const path of ['/', '/sentry-example-page']) expect((await site.get(path)).status, path).toBe(200);
    await expectHydrated(page, site.url);
    if (!probe.ends) expect(await ask?.(site)).toEqual(lost);
    const isNoticed = probe.unnoticed === undefined;
    expect((await statesOf(site)).missing.toSorted()).toEqual(isNoticed ? [name, ...also].toSorted() : []);
    const { loses } = patches.find((one) => one.name === name) ?? {};
    const said = { level: 'error', loses, versions: { next: expect.any(String), node: process.versions.node } };
    const lines = site.log.filter(({ msg, patch }) => msg === 'patch not in effect' && patch === name);
    expect(lines).toMatchObject(isNoticed ? [said] : []);
    if (probe.ends) expect(await ask?.(site)).toEqual(lost);
    if (probe.ends) await page.goto('about:blank'); // It would report to the server that is gone.
  });
}

test('without start-promise a register() that throws leaves a server that answers with 500, and a line says so', async ({
  service,
  outboxDir,
}) => {
  const settings = { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, FAILING_START: 'taken away' };
  expect((await startInVain(settings)).code).toBe(1);
  await startInVain({ ...settings, ...takenAway('start-promise') }, async (url, output) => {
    const line = /"patch":"start-promise".*"msg":"patch not in effect"|"msg":"patch not in effect".*"start-promise"/;
    await waitUntil('the line', () => line.test(output.stdout));
    expect((await fetch(url)).status).toBe(500);
  });
});

async function expectHydrated(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/failing-page`);
  await control(page, 'server-action-ok').click();
  await expect(page.locator('[data-kind="server-action-ok"]').getByRole('status')).not.toBeEmpty();
}
