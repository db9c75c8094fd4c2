import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { stateOfPatch } from '../../../candor/src/internals/patch';
import type { Maker } from '../../../candor/src/internals/server/matched-page';
import { createPolicy } from '../../../candor/src/policy/create-policy';
import * as parser from '../../../candor/src/policy/inline-code';
import { policySettings } from '../../../candor/src/policy/policy-settings';
import { policyState } from '../../../candor/src/policy/policy-relief';
import { serve } from '../../support/serve';
import { handleAll } from '../http/handle-all';

let maker: Maker = 'page';
const used: string[] = [];
beforeEach(() => {
  maker = 'page';
  used.length = 0;
});

const makerOf = () => {
  used.push('manifest');
  return maker;
};
const loadParser = () => {
  used.push('parser');
  return parser;
};

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
const compress = (createRequire(import.meta.url)('next/dist/compiled/compression') as () => Compress)();

type Way = { gzip?: boolean; method?: string; head?: Record<string, string> };
type Answer = (response: ServerResponse, nonce: string) => unknown;

/** A process that has served nothing yet. */
function start(fallback: 'relax' | 'block' = 'relax', limits = { documents: 2, minutes: 10 }) {
  const lines: string[] = [];
  const own = policySettings({ policyFallback: fallback }, { basePath: '', assetPrefix: '', tunnel: '/monitoring' });
  const observer = {
    failed: (error: unknown) => lines.push(String(error)),
    documentStarts: () => {},
    reliefStarts: () => void lines.push('starts'),
    reliefEnds: () => void lines.push('ends'),
  };
  handleAll(createPolicy(own, observer, makerOf, { limits, loadParser }));
  return lines;
}

async function get(answer: Answer, { gzip = false, method = 'GET', head = {} }: Way = {}) {
  const { url } = await serve((response) => {
    const { req } = response;
    const nonce = String(req.headers['x-nonce']);
    for (const [name, value] of Object.entries({ 'Content-Type': 'text/html; charset=utf-8', ...head })) {
      response.setHeader(name, value);
    }
    if (gzip) compress(req, response, () => void answer(response, nonce));
    else answer(response, nonce);
  });
  const sent = request(url, { method, agent: false, headers: gzip ? { 'Accept-Encoding': 'gzip' } : {} }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { headers } = response;
  const policy = String(headers['content-security-policy']);
  return {
    headers,
    policy,
    reported: headers['content-security-policy-report-only'],
    nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none',
    html: String(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body),
  };
}

const attribute = (nonce: string) => (nonce ? ` nonce="${nonce}"` : '');
const top = (nonce = '', text = 'é') =>
  `<!DOCTYPE html><html><head><script src="/_next/static/a.js"${attribute(nonce)}></script></head><body>${text}`;
const data = (nonce = '', text = '“ü”') => `<script${attribute(nonce)}>self.__next_f.push([1,"${text}"])</script>`;
const end = '</body></html>';
const unknown = '<script>self.__moved([1,"a"])</script>';
const stolen = '<script>stolen()</script>';

const write =
  (...parts: string[]): Answer =>
  (response) => {
    for (const part of parts) response.write(Buffer.from(part));
    response.end();
  };
const whole =
  (body: string): Answer =>
  (response) =>
    response.setHeader('Content-Length', Buffer.byteLength(body)).end(body);
const cached: Way['head'] = { 'x-nextjs-cache': 'HIT' };
const postponed: Way['head'] = { 'x-nextjs-postponed': '1' };

const ways: [string, Way][] = [
  ['as it is', {}],
  ['compressed', { gzip: true }],
  ['with its length', { head: { 'Content-Length': String(Buffer.byteLength(top() + data() + end)) } }],
  [
    'with its length, compressed',
    { gzip: true, head: { 'Content-Length': String(Buffer.byteLength(top() + data() + end)) } },
  ],
];

test.each(ways)('a page without the nonce is sent with it, %s', async (_, way) => {
  start();
  const { html, nonce, policy } = await get(write(top(), data().slice(0, 30), data().slice(30) + end), way);
  expect(html).toBe(top() + data(nonce) + end);
  expect(policy).not.toContain("'unsafe-inline' 'nonce");
  expect(stateOfPatch('page-nonce').state).toBe('missing');
});

test.each<[string, Answer]>([
  ['a text, and a callback', (response) => (response.write(top()), response.end(data() + end, () => {}))],
  [
    'a text in another encoding',
    (response) => response.write(top()) && response.end(Buffer.from(data() + end).toString('base64'), 'base64'),
  ],
  ['a callback only', (response) => response.write(top() + data() + end) && response.end(() => {})],
  ['what was held back', (response) => response.write(top() + data() + end + '<scr') && response.end()],
  [
    'what was held back, and a callback',
    (response) => response.write(top() + data() + end + '<scr') && response.end(() => {}),
  ],
])('the last part of a body is sent when it ends with %s', async (_, answer) => {
  start();
  const { html, nonce } = await get(answer);
  expect(html.replace(/<scr$/, '')).toBe(top() + data(nonce) + end);
});

test('HEAD has no body and no policy, and starts nothing', async () => {
  const lines = start();
  const { headers, html } = await get(write(top() + unknown + end), { method: 'HEAD' });
  expect([html, headers['content-security-policy'], lines, policyState()]).toEqual(['', undefined, [], 'enforced']);
});

test('pages that have the nonce are not parsed, and no manifest is read for them', async () => {
  start();
  for (const visit of ['first', 'second']) {
    const { html, nonce } = await get((response, given) => response.end(top(given) + data(given) + end));
    expect(html, visit).toBe(top(nonce) + data(nonce) + end);
  }
  expect(used).toEqual([]);
});

test('a page that has the nonce on scripts of its own only is sent with it on those of Next', async () => {
  start();
  const own = (nonce: string) => `<script nonce="${nonce}">own()</script>`;
  const { html, nonce } = await get((response, given) => {
    response.write(top() + own(given));
    response.end(data() + end);
  });
  expect(html).toBe(top() + own(nonce) + data(nonce) + end);
});

test('a script in the form of Next’s that a visitor stored does not make the nonce count as missing', async () => {
  start();
  const { failures } = stateOfPatch('page-nonce');
  const page = await get((response, nonce) => {
    response.write(top(nonce, data()));
    response.end(data(nonce) + end);
  });
  expect(page.html).toContain(data(page.nonce));
  await get((response, nonce) => response.end(top(nonce, data()) + data(nonce) + end));
  expect(stateOfPatch('page-nonce').failures).toBe(failures);
});

test('where a request was not announced, the nonce is written, and does not count as missing', async () => {
  start();
  const { failures } = stateOfPatch('page-nonce');
  const { html, nonce } = await get((response) => {
    delete response.req.headers['x-nonce'];
    response.write(top());
    response.end(data() + end);
  });
  expect(html).toBe(top() + data(nonce) + end);
  expect(stateOfPatch('page-nonce').failures).toBe(failures);
});

test('a page of another form that has the nonce is parsed once in a process', async () => {
  start();
  const moved = (nonce: string) => top(nonce) + unknown.replace('<script', `<script nonce="${nonce}"`) + end;
  for (const visit of ['first', 'second']) {
    const { html, nonce } = await get((response, given) => response.end(moved(given)));
    expect(html, visit).toBe(moved(nonce));
  }
  expect(used).toEqual(['manifest', 'parser']);
});

test.each<Maker>(['other', 'path of a page'])('the policy is not relaxed for what a %s has made', async (made) => {
  const lines = start();
  maker = made;
  for (const answer of [write(top() + unknown + end), whole(top() + unknown + end), write(top(), unknown + end)]) {
    for (const head of [{}, cached, postponed]) {
      const { reported, policy } = await get(answer, { head });
      expect([reported, policy.includes("script-src 'self' 'report-sample' 'unsafe-inline'")]).toEqual([
        undefined,
        false,
      ]);
    }
  }
  expect([lines, policyState()]).toEqual([[], 'enforced']);
});

test('HTML of a handler is sent as it is', async () => {
  start();
  maker = 'other';
  const body = top() + data() + end;
  const { html, headers } = await get(write(body), { head: { 'Content-Length': String(Buffer.byteLength(body)) } });
  expect([html, headers['content-length']]).toEqual([body, String(Buffer.byteLength(body))]);
});

test('what is compressed already is sent as it is', async () => {
  start();
  const { html } = await get(write(top() + data() + end), { head: { 'Content-Encoding': 'identity' } });
  expect(html).toBe(top() + data() + end);
});

const relaxed = "script-src 'self' 'report-sample' 'unsafe-inline'; ";

test('past a page of an unknown form, so many have their inline scripts reported, and then none again', async () => {
  const lines = start();
  const page = write(top(), unknown, end);
  const first = await get(page); // Its head was sent before its end was known.
  expect([first.reported, lines]).toEqual([undefined, ['starts']]);
  for (const count of [1, 2]) {
    const { policy, reported } = await get(page);
    expect(policy, `${count}`).toContain(relaxed);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain('nonce');
    expect(reported).toMatch(/script-src 'self' 'report-sample' .*'nonce-.*; report-uri \/monitoring$/);
  }
  expect([lines, policyState()]).toEqual([['starts', 'ends'], 'strict after relief']);
  const later = await get(page);
  expect([later.reported, later.policy.includes(relaxed), lines]).toEqual([undefined, false, ['starts', 'ends']]);
  expect(later.html).toBe(top() + unknown + end);
});

test('a page from a cache that has an unknown form is the first of them', async () => {
  const lines = start();
  const { policy, reported } = await get(whole(top() + unknown + end), { head: cached });
  expect([policy.includes(relaxed), typeof reported, lines]).toEqual([true, 'string', ['starts']]);
});

test('pages that have the nonce, or a known form, keep their policy while others are relaxed', async () => {
  start('relax', { documents: 9, minutes: 10 });
  await get(write(top() + unknown + end));
  const rendered = await get((response, nonce) => response.end(top(nonce) + data(nonce) + end));
  expect(rendered).toMatchObject({ reported: undefined, policy: expect.not.stringContaining(relaxed) });
  const fromCache = await get(whole(top() + data() + end), { head: cached });
  expect(fromCache).toMatchObject({ reported: undefined, policy: expect.not.stringContaining(relaxed) });
  expect(policyState()).toBe('strict after relief');
});

test('with `block` pages of an unknown form are never relaxed', async () => {
  const lines = start('block');
  for (const head of [{}, cached]) {
    for (const answer of [write(top(), unknown, end), whole(top() + unknown + end), write(top() + unknown + end)]) {
      expect(await get(answer, { head })).toMatchObject({
        reported: undefined,
        policy: expect.not.stringContaining(relaxed),
      });
    }
  }
  expect([lines, policyState()]).toEqual([[], 'enforced']);
});

const hiding = [
  [
    '<!--',
    '<textarea>',
    '<title>',
    '<plaintext>',
    '<style>',
    '<script>',
    '<script>"<!--<script>',
    '<script x="',
    '<noscript>',
  ],
  [
    '<template>',
    '<svg><style>',
    '<iframe srcdoc="',
    "<img alt='",
    '<xmp>',
    '<base href="//elsewhere.test/">',
    '</html>',
    '\0',
  ],
].flat();

test.each(hiding)('stored markup that hides the scripts of Next does not relax the policy: %j', async (markup) => {
  const lines = start();
  const attack = `${stolen}<script src="/_next/static/a.js"></script>${markup}`;
  const bodies = [
    [top('', attack), data(), end],
    [top('', attack) + data() + end],
    [top('', stolen) + data(), attack, end],
    [top(''), ...(data() + attack + end)],
  ];
  for (const parts of bodies) {
    for (const [answer, head] of [
      [write(...parts), {}],
      [write(...parts), postponed],
      [whole(parts.join('')), cached],
      [whole(parts.join('')), {}],
    ] as const) {
      const { html, nonce, reported, policy } = await get(answer, { head });
      expect([reported, policy.includes(relaxed)]).toEqual([undefined, false]);
      expect(html).not.toContain(`<script nonce="${nonce}">stolen`);
      expect(html).toContain(stolen);
    }
  }
  expect([lines, policyState()]).toEqual([[], 'enforced']);
});

test('a page that was cut off does not relax the policy', async () => {
  const lines = start();
  for (const answer of [write(top('', stolen)), write(top('', stolen) + '</html>', '<p>more')]) await get(answer);
  const broken = get((response) => {
    response.write(top('', stolen));
    setImmediate(() => response.destroy());
  });
  await expect(broken).rejects.toThrow();
  expect([lines, policyState()]).toEqual([[], 'enforced']);
});
