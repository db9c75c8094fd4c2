import { once } from 'node:events';
import { connect } from 'node:net';
import { rawRequest, type RawRequest } from '../support/raw-request';
import { actionIds } from '../support/actions';
import { manyFailures, standalone, startApplication, type Application } from '../support/application';
import { expect, test as base } from './demo/fixtures';

// What only the sender of a request is to blame for is known by where Next throws it (candor/src/failures/rejections.ts): if
// these fail after an update of Next, look there and at thrown-by-next.ts.

/** An application to itself: its log and its service have nothing but what one test makes. */
const test = base.extend<{ site: Application & { ids: Record<string, string> } }>({
  site: async ({ service, request }, provide) => {
    const site = await startApplication({ SENTRY_DSN: service.dsn, ...manyFailures }, standalone.own);
    await provide({ ...site, ids: await actionIds(request, site.url, page) });
    await site.stop();
  },
});

const page = '/sentry-example-page';
const long = 'x'.repeat(1024 * 1024);
const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const form = (...fields: string[]) => [...fields, '--x--\r\n'].join('');

const posted = (body: string, headers: Record<string, string> = multipart, path = page) =>
  ({ path, method: 'POST', headers, body }) satisfies RawRequest;
const fetched = (id: string, body: string, headers: Record<string, string> = {}) =>
  posted(body, { 'Next-Action': id, 'Content-Type': 'text/plain;charset=UTF-8', ...headers });
const navigation = (path: string, state: string): RawRequest => ({
  path,
  headers: { RSC: '1', 'Next-Router-State-Tree': state },
});

type Malformed = [what: string, status: number, request: RawRequest];

/** Bodies of an action that are not arguments. */
const bodies = [
  ...['[[[', '', '1', 'null', '"abc"', '["$1"]', '["$F1"]', '["$Q1"]', '["$i1"]', '["$B1"]', '["$nabc"]', '["$0:x:y"]'],
  ...[`["$n${'9'.repeat(400)}"]`, '['.repeat(100_000), '['.repeat(20_000) + ']'.repeat(20_000)],
  JSON.stringify(Array(1_500).fill(1)),
];

/** Every request that Next cannot read, with its true status. */
function malformed(id: string): Malformed[] {
  const ofAction = field(`$ACTION_ID_${id}`, '');
  const bound = `{"id":"${id}","bound":"$@9"}`;
  return [
    ['a text that is not a form', 400, posted('x', { 'Content-Type': 'multipart/form-data' }, '/')],
    ['a form without its boundary', 400, posted('x')],
    ['a form that ends early', 400, posted(field('a', 'abc'))],
    ['a form with a reference to nothing', 400, posted(form(field('$ACTION_REF_1', ''), field('$ACTION_1:0', bound)))],
    ['a form over 1 MB', 413, posted(form(ofAction, field('words', long)))],
    ['a form of another site', 403, posted(form(ofAction), { ...multipart, Origin: 'https://elsewhere.test' })],
    ...bodies.map((body) => [`an action with the body ${body.slice(0, 20)}`, 400, fetched(id, body)] as Malformed),
    ['an action over 1 MB', 413, fetched(id, JSON.stringify([long]))],
    ['an action of another site', 403, fetched(id, '[]', { Origin: 'https://elsewhere.test' })],
    ['an action of an invalid Origin', 403, fetched(id, '[]', { Origin: '::' })],
    ['an action as a text that is not a form', 400, fetched(id, 'x', multipart)],
    ['an action as a form without a boundary', 400, fetched(id, 'x', { 'Content-Type': 'multipart/form-data' })],
    ['an action as a form with a broken root', 400, fetched(id, form(field('0', '[[[')), multipart)],
    ['an action as a form without a root', 400, fetched(id, form(field('5', '[1]')), multipart)],
    ['an action as a form with a forward reference', 400, fetched(id, form(field('0', '["$F7"]')), multipart)],
    ['an action as a form that ends early', 400, fetched(id, field('0', '["$1"]'), multipart)],
    ['an action as a form over 1 MB', 413, fetched(id, form(field('0', `["${long}"]`)), multipart)],
    ['an action without an id', 400, fetched('zz', '[]')],
    ['an unknown action', 409, fetched('0'.repeat(42), '[]')],
    ['an unknown action in a form', 409, posted(form(field(`$ACTION_ID_${'0'.repeat(42)}`, '')))],
    ...['%', '%5B1%5D', 'x'.repeat(8_000)].map(
      (state) => [`the router state ${state.slice(0, 8)}`, 400, navigation(page, state)] as Malformed,
    ),
  ];
}

const reasons = [
  ...['its body cannot be read', 'its body is longer than this site accepts', 'it comes from another site'],
  ...['its router state cannot be read', 'its body was cut off'],
];

test('what is its sender’s fault gets its true status, no event, and one line a reason', async ({ service, site }) => {
  const { url, log, ids } = site;
  for (const [what, status, request] of malformed(ids['server-action-ok'] ?? '')) {
    expect((await follow(url, request)).status, what).toBe(status);
  }
  await cutOff(url, 'Content-Type: multipart/form-data; boundary=x');
  await cutOff(url, `Content-Type: text/plain\r\nNext-Action: ${ids['server-action-ok']}`);
  await site.waitForLog(({ reason }) => reason === 'its body was cut off');

  await rawRequest(url, { path: `${page}?fail=server-render` }); // What would have come before it has come.
  const failed = await site.waitForLog(({ msg }) => msg === 'request failed');
  await service.waitForEvent(({ event_id }) => event_id === failed.digest);
  expect(service.arrivals).toHaveLength(1);
  expect(log.map(({ msg, level, reason, count }) => ({ msg, level, reason, count }))).toEqual([
    ...reasons.map((reason) => ({ msg: 'request rejected', level: 'warn', reason, count: 1 })),
    { msg: 'request failed', level: 'error', reason: undefined, count: undefined },
  ]);
});

test('a rejected request has a problem or a page that blames nobody, and its reference says why', async ({ site }) => {
  const { status, headers, body } = await rawRequest(site.url, posted('x'));
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers).not.toHaveProperty('error-digest');
  expect(JSON.parse(body.toString())).toEqual({ type: 'about:blank', title: 'Bad Request', status });

  const opened = await rawRequest(site.url, posted('x', { ...multipart, Accept: 'text/html' }));
  expect(opened.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(opened.body.toString()).toContain('<h1>Request not accepted</h1>');
  expect(opened.body.toString()).toContain('What was sent is incomplete or malformed');
  expect(opened.body.toString()).not.toMatch(/Digest|Application error/);

  const ofAction = await rawRequest(site.url, fetched(site.ids['server-action-ok'] ?? '', '[[['));
  const digest = /"digest":"([0-9a-f]{32})"/.exec(ofAction.body.toString())?.[1];
  const state = await (await fetch(`${site.url}/monitoring?event=${digest}`)).json();
  const reason = 'the request was rejected: its body cannot be read';
  expect(state).toEqual({ event: digest, state: 'dropped', reason });

  const id = site.ids['server-action'] ?? '';
  const throwing = await rawRequest(site.url, posted(form(field(`$ACTION_ID_${id}`, ''))));
  expect([throwing.status, throwing.headers['content-type']]).toEqual([500, 'application/problem+json']);
  const failure = throwing.headers['error-digest'];
  expect(JSON.parse(throwing.body.toString())).toMatchObject({ status: 500, digest: failure });
  await site.waitForLog(({ msg, digest: ofLine }) => msg === 'request failed' && ofLine === failure);
});

/** Next redirects what has a router state to where its hash is right. */
async function follow(url: string, request: RawRequest): Promise<{ status: number }> {
  const response = await rawRequest(url, request);
  const { location } = response.headers;
  return response.status === 307 && location ? rawRequest(url, { ...request, path: location }) : response;
}

/** Posts half of a body and leaves. */
async function cutOff(url: string, headers: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {}); // However the server ends it is right here.
  await new Promise((resolve) =>
    socket.write(
      `POST ${page} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${headers}\r\nContent-Length: 1000\r\n\r\n`,
      resolve,
    ),
  );
  await once(socket, 'data'); // 100 Continue: it has the head.
  socket.write('--x\r\nContent-Disposition: form-data; name="0"\r\n\r\nhalf');
  socket.end();
  socket.destroySoon();
}
