import { rm } from 'node:fs/promises';
import { patches } from '../../../candor/src/internals/patches';
import { policyPatches } from '../../../candor/src/policy/patches/patches';
import { standalone, startApplication, startInVain, type Application, type LogLine } from '../../support/application';
import { copyMoved } from '../moved-next';
import { openRaw } from '../../support/raw-connection';
import { rawRequest } from '../../support/raw-request';
import { takenAway } from '../../support/taken-away';
import { waitUntil } from '../../support/wait-until';
import { control, countersOf, expect, mayPrint, test } from './fixtures';

type Probe = {
  name: string;
  /** What is taken away, by its name in take-away.mjs. Default: that of the patch. */
  taken?: string;
  ask?: (site: Site) => Promise<unknown>;
  held?: unknown;
  lost?: unknown;
  also?: string[];
  isUnseen?: true;
  /** Nothing tells the server, which calls the patch in effect, or unproven. For this reason. */
  unnoticed?: string;
};

type Site = Application & {
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  text: (path: string) => Promise<string>;
  /** The log, once all lines of what was requested before are there. */
  logNow: () => Promise<LogLine[]>;
};

const eventId = expect.stringMatching(/^[0-9a-f]{32}$/);
const hash = expect.stringMatching(/^\d+$/);
const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
const messageOf = ({ error }: LogLine) => (error as { message?: string } | undefined)?.message;

/** The digest that a document shows without scripts, and whether a line has it that names an event. */
const digestOf = (path: string) => async (site: Site) => {
  const digest = /Digest: ([^<]*)/.exec(await site.text(path))?.[1];
  const line = (await site.logNow()).find((entry) => entry.digest === digest);
  return { digest, event: line && (line.event ?? line.digest) };
};

const fieldOf =
  (field: string, path: string, query = '', headers = {}) =>
  async ({ get, logNow }: Site) => {
    await get(path + query, headers);
    return (await logNow()).find((line) => line.path === path)?.[field];
  };

const hasNoscript = (path: string) => async (site: Site) => (await site.text(path)).includes('<noscript');

async function absoluteRedirect({ url }: Site) {
  await rawRequest(url, { path: '/failing/throws?what=string' }); // Noticed where one fails on a new connection.
  return (await rawRequest(url, { path: 'http://evil.example/failing-page/' })).headers.location;
}

async function typeOfErrorPage({ url }: Site) {
  return (await rawRequest(url, { path: '/icon.svg', method: 'POST' })).headers['content-type'];
}

async function statesOfEvents({ get, logNow }: Site) {
  for (const path of ['/failing/throws?what=same', '/failing/throws?what=same']) await get(path);
  const lines = (await logNow()).filter((line) => messageOf(line)?.includes('thrown for every request'));
  const stateOf = async ({ digest }: LogLine) => {
    const { state } = (await (await get(`/monitoring?event=${digest}`)).json()) as { state: string };
    return state !== 'sending' && state;
  };
  return Promise.all(lines.map((line) => waitUntil('an event to be sent or dropped', () => stateOf(line))));
}

const routeOfReport =
  (page: string, blockedURL: string) =>
  async ({ url, logNow }: Site) => {
    const body = { effectiveDirective: 'script-src-elem', blockedURL };
    const headers = { 'Content-Type': 'application/reports+json', Origin: url };
    const report = JSON.stringify([{ type: 'csp-violation', url: `${url}${page}`, body }]);
    await rawRequest(url, { path: '/monitoring', method: 'POST', headers, body: report });
    return (await logNow()).find(({ msg, path }) => msg === 'browser report' && path === page)?.route;
  };

async function policiesOf({ url }: Site) {
  const policyOf = async (path: string) => (await rawRequest(url, { path })).headers['content-security-policy'];
  return { built: typeof (await policyOf('/')), rendered: typeof (await policyOf('/failing-page')) };
}

async function doesProcessFail({ get, logNow }: Site) {
  const response = await get('/failing/throws?what=frozen');
  await response.body?.cancel(); // Without the patch it has no end.
  return (await logNow()).some(({ msg }) => msg === 'process failed');
}

async function doesOutputLeak({ get, logNow, output }: Site) {
  await get('/failing/says', { 'X-Words': 'password=hunter2' });
  await logNow();
  return output.stderr.includes('password=hunter2');
}

async function keptAndEdge({ get, text }: Site) {
  const isStyled = /<link[^>]* rel="?stylesheet/.test(await text('/failing/cached-pages/broken'));
  return { digest: (await get('/failing/edge')).headers.get('Error-Digest'), isStyled };
}

const postMalformed = ({ url }: Site, path: string) =>
  rawRequest(url, { path, method: 'POST', headers: form, body: 'x' });

async function lineOfMalformed(site: Site) {
  await postMalformed(site, '/failing/places/actions');
  return (await site.logNow()).find(({ path }) => path === '/failing/places/actions')?.msg;
}

async function messagesOfStream({ text, logNow }: Site) {
  const path = '/failing/places/broken-stream';
  await text(path).catch(() => 'cut off');
  return (await logNow()).filter((line) => line.path === path).map(messageOf);
}

const html = 'text/html; charset=utf-8'; // Of the application's Pages Router.
const [all, none] = [
  { built: 'string', rendered: 'string' },
  { built: 'undefined', rendered: 'undefined' },
];
const reportAfter = routeOfReport('/failing/after', 'inline');
const reportPage = routeOfReport('/failing-page', 'https://elsewhere.test/');
const thrown = digestOf('/failing/throws?what=rethrown');
const whole = { digest: eventId, event: eventId };
const hashed = { digest: hash, event: eventId };
const json = 'application/problem+json';
const digestOfAnswer = async ({ get }: Site) => (await get('/failing/answers?what=error')).headers.get('Error-Digest');
const badState = fieldOf('msg', '/failing/heals', '', { RSC: '1', 'Next-Router-State-Tree': '%' });
const caughtRoute = fieldOf('route', '/failing/caught', '?what=reported');
const afterType = fieldOf('routeType', '/failing/after/handler', '?what=a');
const hasLateScreen = hasNoscript('/failing/places/not-found-late');
const statusOfMalformed = async (site: Site) => (await postMalformed(site, '/failing/boundaries')).status;
const rejects = { held: 'request rejected', lost: 'request failed' };
const ofTeam = 'an error of another form may be any of a team';

/** What are taken away together do not depend on each other. */
const groups: Probe[][] = [
  [
    { name: 'request-start', ask: absoluteRedirect, held: '/failing-page', lost: 'http://evil.example/failing-page/' },
    { name: 'error-page', ask: typeOfErrorPage, held: json, lost: html },
    { name: 'sdk-mark', ask: statesOfEvents, held: ['sent', 'sent'], lost: ['sent', 'dropped'] },
  ],
  [
    { name: 'response-status', ask: digestOfAnswer, held: eventId, lost: null },
    { name: 'proxy-hook', ask: fieldOf('route', '/failing/proxy', '?throw'), held: '/proxy', lost: '/_error' },
    // Nothing is lost: the build is in `.next`, beside which the process was started.
    { name: 'dist-folder', ask: reportAfter, held: '/failing/after', lost: '/failing/after' },
    // Nothing is lost: the application has no inline script of its own.
    { name: 'built-record', ask: policiesOf, held: all, lost: all },
  ],
  [
    { name: 'error-digest', ask: doesProcessFail, held: false, lost: true },
    { name: 'scrubbed-output', ask: doesOutputLeak, held: false, lost: true },
    { name: 'routes-manifest', ask: reportPage, held: '/failing-page', lost: undefined },
  ],
  [
    { name: 'react-render', ask: thrown, held: whole, lost: hashed, also: ['after-errors', 'entered-actions'] },
    { name: 'failed-part', ask: hasNoscript('/failing/boundaries'), held: true, lost: false },
  ],
  [
    { name: 'react-render', taken: 'react-store', ask: thrown, held: whole, lost: hashed },
    {
      name: 'flight-rows',
      ask: keptAndEdge,
      held: { digest: eventId, isStyled: true },
      lost: { digest: null, isStyled: true }, // Those of the layout are copied.
    },
  ],
  [
    { name: 'work-storage', ask: caughtRoute, held: '/failing/caught', lost: undefined, also: ['after-errors'] },
    { name: 'matched-page', ask: policiesOf, held: all, lost: none },
  ],
  [
    { name: 'after-errors', ask: afterType, held: 'after', lost: undefined },
    // No action is entered, so it is not seen to be in effect.
    { name: 'entered-actions', ask: lineOfMalformed, ...rejects, also: ['outside-render'], isUnseen: true },
    { name: 'failed-document', ask: thrown, held: whole, lost: whole },
  ],
  [
    { name: 'thrown-by-next', ask: statusOfMalformed, held: 400, lost: 500 },
    { name: 'response-methods', ask: policiesOf, held: all, lost: none },
    { name: 'sdk-client' }, // The client of a team is found or not, by the order of two starts.
    { name: 'socket-end' }, // Whether a response is lost on the way differs from one time to the next.
  ],
  [
    {
      name: 'thrown-by-next',
      taken: 'errors-of-streams',
      ask: messagesOfStream,
      held: ['Failing: the stream of a route handler broke.'],
      lost: ['failed to pipe response'],
      unnoticed: ofTeam,
    },
    { name: 'thrown-by-next', taken: 'interrupts', ask: hasLateScreen, held: true, lost: false, unnoticed: ofTeam },
    { name: 'thrown-by-next', taken: 'router-states', ask: badState, ...rejects, unnoticed: ofTeam },
  ],
];

const atTheEnd: (Probe & { settings?: Record<string, string> })[] = [
  {
    name: 'server-close',
    settings: { DRAIN_SECONDS: '60' },
    async ask({ get, signal }) {
      signal('SIGTERM');
      const isReady = () => get('/monitoring?ready').then(({ status }) => status === 503 && 'serves');
      return waitUntil('the signal to be heard', () => isReady().catch(() => 'closed'));
    },
    held: 'serves',
    lost: 'closed',
  },
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
  },
  { name: 'process-exit', ask: ({ terminate }) => terminate(), held: 0, lost: 143 },
];

type Start = (settings: Record<string, string>) => Promise<Application>;

async function startWithout(taken: string[], start: Start, settings: Record<string, string>): Promise<Site> {
  const site = await start({ ...settings, ...takenAway(...taken) });
  const get: Site['get'] = (path, headers) => fetch(site.url + path, { headers });
  let last = 0;
  return {
    ...site,
    get,
    text: async (path) => (await get(path)).text(),
    async logNow() {
      const path = `/api/failing/throws/${(last += 1)}`;
      await get(path);
      await site.waitForLog((line) => line.path === path);
      return site.log;
    },
  };
}

test('every patch is in effect where nothing is taken away', async ({ service, start }) => {
  const site = await startWithout([], start, { SENTRY_DSN: service.dsn });
  const probes = groups.flat();
  for (const { name, taken, ask, held } of probes) expect(await ask?.(site), taken ?? name).toEqual(held);
  const { patches: states } = await countersOf(site);
  expect(states.missing).toEqual([]);
  const names = patches.map(({ name }) => name as string);
  const seen = [...probes, ...atTheEnd].filter(({ isUnseen, name }) => !isUnseen && names.includes(name));
  expect(states.inEffect).toEqual(expect.arrayContaining(seen.map(({ name }) => name)));
  for (const { ask, held, settings = {} } of atTheEnd)
    expect(await ask?.(await startWithout([], start, { SENTRY_DSN: service.dsn, ...settings }))).toEqual(held);
});

for (const group of [...groups, ...atTheEnd.map((probe) => [probe])]) {
  const taken = group.map((probe) => probe.taken ?? probe.name);
  const [{ settings = {} } = {}] = group as typeof atTheEnd;
  const noticed = group.filter(({ unnoticed }) => unnoticed === undefined);

  test(`without ${taken.join(', ')} the site serves, loses that, and says so`, async ({ page, service, start }) => {
    const site = await startWithout(taken, start, { SENTRY_DSN: service.dsn, ...settings });
    for (const path of ['/', '/sentry-example-page']) expect((await site.get(path)).status, path).toBe(200);
    await page.goto(`${site.url}/failing-page`);
    await control(page, 'server-action-ok').click();
    await expect(page.locator('[data-kind="server-action-ok"]').getByRole('status')).not.toBeEmpty();
    const isLost = async (probes: Probe[]) => {
      for (const { name, ask, lost } of probes) expect(await ask?.(site), name).toEqual(lost);
    };
    if (groups.includes(group)) await isLost(group);
    const missing = noticed.flatMap(({ name, also = [] }) => [name, ...also]);
    expect((await countersOf(site)).patches.missing.toSorted()).toEqual([...new Set(missing)].sort());
    for (const { name } of group) {
      const { loses } = [...patches, ...policyPatches].find((one) => one.name === name) ?? {};
      const said = { level: 'error', loses, versions: { next: expect.any(String), node: process.versions.node } };
      const lines = site.log.filter(({ msg, patch }) => msg === 'patch not in effect' && patch === name);
      expect(lines).toMatchObject(noticed.length > 0 ? [said] : []);
    }
    await page.goto('about:blank'); // It would report to a server that is gone.
    if (!groups.includes(group)) await isLost(group);
  });
}

test('without start-promise a failed register() leaves a server, and a line', async ({ service, outboxDir }) => {
  const settings = { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, FAILING_START: 'password=hunter2' };
  const { code, stdout, stderr } = await startInVain(settings);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const failure = { msg: 'process failed', origin: 'register', level: 'error' };
  expect(lines.map((line) => JSON.parse(line) as LogLine)).toMatchObject([failure]);
  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain('hunter2');
  await service.waitForEvent(({ transaction }) => transaction === 'register');
  await startInVain({ ...settings, ...takenAway('start-promise') }, async (url, output) => {
    const line = /"patch":"start-promise".*"msg":"patch not in effect"|"msg":"patch not in effect".*"start-promise"/;
    await waitUntil('the line', () => line.test(output.stdout));
    expect((await fetch(url)).status).toBe(500);
  });
});

// Without page-nonce, and without framework-scripts.
for (const { move, path, patch, directives } of [
  { move: 'nonce', path: '/failing-page', patch: 'page-nonce', directives: /'nonce-/ },
  { move: 'form', path: '/failing/cached-pages/moved', patch: 'framework-scripts', directives: /script-src 'self'/ },
] as const) {
  test(`a page works whose scripts have another ${move}: the policy only reports`, async ({ page, service }) => {
    mayPrint(page, /Content Security Policy/);
    const folder = await copyMoved(standalone.tested, move);
    const site = await startApplication({ SENTRY_DSN: service.dsn }, folder);
    expect(await countersOf(site)).toMatchObject({ policy: { mode: 'enforce' } });
    for (const visit of ['first', 'second']) {
      const headers = (await page.goto(site.url + path))?.headers();
      expect(headers, visit).not.toHaveProperty('content-security-policy');
      expect(headers?.['content-security-policy-report-only'], visit).toMatch(directives);
      await expect(page.getByRole('heading', { level: 1 }), visit).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.querySelectorAll('script[src]').length)).toBeGreaterThan(0);
    }
    const lines = site.log.filter(({ msg }) => /^(policy|patch)/.test(msg));
    expect(lines).toMatchObject([{ msg: 'patch not in effect', patch }, { msg: 'policy only reports' }]);
    expect(await countersOf(site)).toMatchObject({ policy: { mode: 'report' }, patches: { missing: [patch] } });
    await page.goto('about:blank'); // It would report to the server that is gone.
    await site.stop();
    await rm(folder, { recursive: true });
  });
}
