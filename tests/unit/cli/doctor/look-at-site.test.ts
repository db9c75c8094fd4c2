import { expect, test } from 'vitest';
import { createAsk } from '../../../../candor/src/cli/doctor/ask';
import { addressOf, lookAtSite } from '../../../../candor/src/cli/doctor/look-at-site';
import { inspectPage, policyPatches } from '../../../../candor/src/policy/doctor';
import { serveSite, state, type Replies } from '../../../support/candor-site';

const ask = createAsk({ requestMs: 5_000, totalMs: 20_000 });

async function lookAt(replies: Replies, path = '/', tunnel = '/monitoring') {
  const { url, requested } = await serveSite(replies);
  const { site, looked } = await lookAtSite(new URL(path, url), ask, tunnel, { inspectPage, policyPatches });
  return { ...looked, says: looked.findings.map(({ says }) => says), site, requested, url };
}

const saying = (says: string) => [expect.stringContaining(says)];

test('there is nothing to say of a site with Candor, but its release', async () => {
  const { findings, notes, requested } = await lookAt({});
  expect(findings).toEqual([]);
  expect(notes).toEqual(['Reporting is on. This is the release abc, in the environment production.']);
  expect(requested).toEqual(['/', expect.stringMatching(/^\/no-such-page-\w+$/), '/monitoring']);
});

const withPolicy = { ...state, policy: { mode: 'enforce', reports: {} } };

test('of a site that says that it has the policy, the page is asked for twice, and what is wrong there named', async () => {
  const { says, requested } = await lookAt({ '/monitoring': { body: withPolicy } });
  expect(says).toEqual(saying('Its pages have no policy'));
  expect(requested).toEqual(['/', expect.stringMatching(/^\/no-such-page-\w+$/), '/monitoring', '/']);
});

test.each([
  ['the screen of Next', { status: 404, body: '<h1 class="next-error-h1">404</h1>' }, 'has the 404 screen of Next'],
  ['another status', { body: 'ok' }, 'has the status 200'],
])('it says where an unknown address has %s', async (_, reply, says) => {
  expect((await lookAt({ '*': reply })).says).toEqual(saying(says));
});

test.each(['https://login.example.org/', '/login'])(
  'an unknown address that is redirected to %s is a note, because a login may do so',
  async (location) => {
    const { findings, notes, url } = await lookAt({
      '/login': {},
      '*': { status: 307, headers: { Location: location } },
    });
    expect(findings).toEqual([]);
    expect(notes).toContainEqual(expect.stringContaining(`is redirected to ${new URL(location, url).href}. If`));
  },
);

test('it says where a login answers for /monitoring', async () => {
  const { says } = await lookAt({
    '/monitoring': { status: 307, headers: { Location: '/login' } },
    '/login': { headers: { 'Content-Type': 'text/html' } },
  });
  expect(says).toEqual(saying('GET /monitoring is redirected to /login, which answers with 200 and text/html'));
});

test('it says where the address that it was given shows no page', async () => {
  const { says, url } = await lookAt({}, '/none');
  expect(says).toContain(`${url}/none answers with 404. Name an address that shows a page.`);
});

test.each([
  ['HTML', { headers: { 'Content-Type': 'text/html' }, body: '<p>Sign in' }, 'answers with 200 and text/html'],
  ['another JSON', { body: { ok: true } }, 'answers with 200 and application/json'],
  ['nothing', { status: 404 }, 'answers with 404 and no type'],
])('it says where /monitoring answers with %s', async (_, reply, says) => {
  expect((await lookAt({ '/monitoring': reply })).says).toEqual(saying(`GET /monitoring ${says}`));
});

const stateWith = (changes: object) => lookAt({ '/monitoring': { body: { ...state, ...changes } } });

test.each([
  ['reporting is off', { reporting: 'off' }, 'Set SENTRY_DSN'],
  [
    'a patch is missing, and what that loses',
    { patches: { ...state.patches, missing: ['app-paths'] } },
    'The patch app-paths is not in effect: the `route` of some failures has groups and the name of a file.',
  ],
  ['a patch is missing that this version does not know', { patches: { missing: ['new'] } }, 'does not know it'],
  ['browsers lacked a patch', { reportedByBrowsers: { 'page-fetch': 3 } }, 'lacked the patch page-fetch in 3 pages'],
  ['a version was not tested', { versions: { ...state.versions, next: '17.0.0' } }, 'next 17.0.0 is not among'],
  [
    'a patch of the policy is missing, and what that loses',
    { patches: { missing: ['matched-page'] } },
    'The patch matched-page is not in effect: pages cannot be told',
  ],
  [
    'the service accepts no events',
    { delivery: { downSince: '2026-01-01T00:00:00.000Z', queued: 4 } },
    'since 2026-01-01T00:00:00.000Z, and 4 wait',
  ],
])('it says that %s', async (_, changes, says) => expect((await stateWith(changes)).says).toEqual(saying(says)));

test('it names patches that were not seen at work, and what each loses, as a note', async () => {
  const { findings, notes } = await stateWith({ patches: { ...state.patches, unproven: ['app-paths'] } });
  expect(findings).toEqual([]);
  expect(notes[1]).toContain('\n  app-paths: the `route` of some failures has groups');
});

test('it notes dropped events, and a site that hides its patches', async () => {
  const { notes } = await stateWith({ patches: undefined, delivery: { dropped: { expired: 2 } } });
  expect(notes.slice(1)).toEqual([
    'Events were dropped since this server started: 2 for expired. The log names each.',
    'It does not show its patches to requests that a proxy passed on (PUBLIC_COUNTERS=off).',
  ]);
});

test('it notes errors of browsers that became no event, and documents of another build, in a sentence each', async () => {
  const ignored = { 'an extension': 7, 'aborted on purpose': 1 };
  expect((await stateWith({ ignored, filesOfOtherBuilds: 3 })).notes.slice(1)).toEqual([
    'Of errors in browsers 7 became no event: an extension.',
    'Of errors in browsers 1 became no event: aborted on purpose.',
    'Documents of another build asked for 3 files that this one does not have.',
  ]);
});

test('below a path it asks there, and at the path where browsers report', async () => {
  const replies = { '/shop': {}, '/shop/errors': { body: state } };
  const { findings, requested, site } = await lookAt(replies, '/shop', '/errors');
  expect(findings).toEqual([]);
  expect(site.monitoring.pathname).toBe('/shop/errors');
  expect(requested).toEqual(['/shop', expect.stringMatching(/^\/shop\/no-such-page-/), '/shop/errors']);
});

test('redirects inside the site are followed, and the site stays where it was', async () => {
  const { findings, site, url } = await lookAt({
    '/': { status: 307, headers: { Location: '/en' } },
    '/en': {},
  });
  expect(findings).toEqual([]);
  expect(site.base.href).toBe(`${url}/`);
});

test('a redirect to the same path of another host leads the rest there', async () => {
  const other = await serveSite();
  const { findings, site, requested } = await lookAt({ '/': { status: 308, headers: { Location: other.url } } });
  expect(findings).toEqual([]);
  expect(site.base.href).toBe(`${other.url}/`);
  expect(requested).toEqual(['/']);
});

test.each([
  ['https://a.example/', '/fails', 'https://a.example/fails'],
  ['https://a.example/shop', '/fails?x=1', 'https://a.example/shop/fails?x=1'],
  ['https://a.example/shop/', '/shop/fails', 'https://a.example/shop/fails'],
  ['https://a.example/shop', '/shop?x=1', 'https://a.example/shop?x=1'],
  ['https://a.example/shop', '/shopping', 'https://a.example/shop/shopping'],
])('below %s the path %s is %s', (base, path, address) => {
  expect(addressOf({ base: new URL(base) }, path).href).toBe(address);
});
