import { openRaw } from '../support/raw-connection';
import { rawRequest, type RawRequest } from '../support/raw-request';
import { actionIds } from '../support/actions';
import { manyFailures } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { expect, test } from './demo/fixtures';

// What only the sender of a request is to blame for is known by where Next throws it (candor/src/failures/rejections.ts): if
// these fail after an update of Next, look there and at thrown-by-next.ts.

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

const bodies = [
  ...['[[[', '', '1', 'null', '"abc"', '["$1"]', '["$F1"]', '["$Q1"]', '["$i1"]', '["$B1"]', '["$nabc"]', '["$0:x:y"]'],
  ...[`["$n${'9'.repeat(400)}"]`, '['.repeat(100_000), '['.repeat(20_000) + ']'.repeat(20_000)],
  JSON.stringify(Array(1_500).fill(1)),
];

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

test('what is its sender’s fault has its status, one line, and no event', async ({ service, start, request }) => {
  const { url, log, waitForLog } = await start({ SENTRY_DSN: service.dsn, ...manyFailures }); // With a log to itself.
  const ids = await actionIds(request, url, page);
  for (const [what, status, sent] of malformed(ids['server-action-ok'] ?? ''))
    expect((await follow(url, sent)).status, what).toBe(status);
  await cutOff(url, 'Content-Type: multipart/form-data; boundary=x');
  await cutOff(url, `Content-Type: text/plain\r\nNext-Action: ${ids['server-action-ok']}`);
  await waitForLog(({ reason }) => reason === 'its body was cut off');

  const { status, headers, body } = await rawRequest(url, posted('x'));
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers).not.toHaveProperty('error-digest');
  expect(JSON.parse(body.toString())).toEqual({ type: 'about:blank', title: 'Bad Request', status });
  const opened = await rawRequest(url, posted('x', { ...multipart, Accept: 'text/html' }));
  expect(opened.headers['content-type']).toBe('text/html; charset=utf-8');
  for (const text of ['<h1>Request not accepted</h1>', 'The request is incomplete or malformed'])
    expect(opened.body.toString()).toContain(text);
  expect(opened.body.toString()).not.toMatch(/Digest|Application error/);
  const ofAction = await rawRequest(url, fetched(ids['server-action-ok'] ?? '', '[[['));
  const rejected = /"digest":"([0-9a-f]{32})"/.exec(ofAction.body.toString())?.[1];
  const reason = 'the request was rejected: its body cannot be read';
  const state = await (await fetch(`${url}/monitoring?event=${rejected}`)).json();
  expect(state).toEqual({ event: rejected, state: 'dropped', reason });

  // What would have come before it has come.
  const throwing = await rawRequest(url, posted(form(field(`$ACTION_ID_${ids['server-action']}`, ''))));
  expect([throwing.status, throwing.headers['content-type']]).toEqual([500, 'application/problem+json']);
  const { digest } = await waitForLog(({ msg }) => msg === 'request failed');
  expect(JSON.parse(throwing.body.toString())).toMatchObject({ status: 500, digest });
  await service.waitForEvent(({ event_id }) => event_id === digest);
  expect(service.arrivals).toHaveLength(1);
  expect(log.map((line) => [line.msg, line.level, line.reason, line.count])).toEqual([
    ...reasons.map((text) => ['request rejected', 'warn', text, 1]),
    ['request failed', 'error', undefined, undefined],
  ]);
});

async function follow(url: string, request: RawRequest): Promise<{ status: number }> {
  const response = await rawRequest(url, request);
  const { location } = response.headers;
  return response.status === 307 && location ? rawRequest(url, { ...request, path: location }) : response;
}

async function cutOff(url: string, headers: string): Promise<void> {
  const connection = await openRaw(url);
  const framing = `Host: x\r\nExpect: 100-continue\r\n${headers}\r\nContent-Length: 1000`;
  connection.write(`POST ${page} HTTP/1.1\r\n${framing}\r\n\r\n`);
  await waitUntil('100 Continue', () => connection.text() !== ''); // It has the head.
  connection.write('--x\r\nContent-Disposition: form-data; name="0"\r\n\r\nhalf');
  connection.socket.destroySoon();
}
