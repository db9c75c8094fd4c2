import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { maxOfEveryPage, type BuiltCode } from '../../../candor/policy/built-code';
import { createDocumentPolicies } from '../../../candor/policy/document-policy';
import { hashSource } from '../../../candor/policy/hash-source';
import * as parser from '../../../candor/policy/inline-code';
import type { Sources } from '../../../candor/policy/sources';

const none: BuiltCode = { scripts: [], dataImages: false, documents: {} };
const built: BuiltCode = { ...none, scripts: [hashSource('theme()')] };
const ofNext = 'self.__next_f.push([0])';
const html = 'text/html; charset=utf-8';
const cached = { 'Content-Type': html, 'x-nextjs-cache': 'HIT', ETag: '"1"' };
const own = "script-src 'self' 'report-sample'";
const nonce = 'AAAAAAAAAAAAAAAAAAAAAA==';

type Sent = { headers?: Record<string, string>; method?: string; part?: unknown; isAll?: boolean };

function policiesOf(code: BuiltCode = none, further: Sources = {}, loadParser = () => parser) {
  const policies = createDocumentPolicies(code, further, loadParser);
  return ({ headers = cached, method = 'GET', part = '', isAll = true }: Sent) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method });
    const response = new ServerResponse(request);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    policies.note(response, nonce, part, isAll);
    return policies.policyFor(response, nonce, headers['Content-Type']);
  };
}

const directive = (policy: string | undefined, name: string) =>
  policy?.split('; ').find((text) => text.startsWith(`${name} `));

test('a document from a cache has the hashes of its own scripts, and no more than it needs', () => {
  expect(policiesOf()({ part: `<script>${ofNext}</script><script src="/a.js"></script><p>x` })).toBe(
    `default-src 'self'; script-src 'self' 'report-sample' ${hashSource(ofNext)}; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
});

test('a document as it was built is not parsed', () => {
  const part = '<script>built()</script>';
  const permissions = { scripts: ["'own'"], dataImages: true };
  const code = { ...built, documents: { [hashSource(part)]: permissions } };
  const loadParser = vi.fn(() => parser);
  const policyOf = policiesOf(code, {}, loadParser);
  expect(directive(policyOf({ part }), 'script-src')).toBe(`${own} 'own' ${hashSource('theme()')}`);
  expect(directive(policyOf({ part }), 'img-src')).toBe("img-src 'self' data:");
  expect(loadParser).not.toHaveBeenCalled();
  policyOf({ part: `${part}<p>`, headers: { ...cached, ETag: '"2"' } });
  expect(loadParser).toHaveBeenCalledOnce();
});

test('of the scripts in a cached document only the framework’s and those of the build are permitted', () => {
  const part = `<script>${ofNext}</script><script>theme()</script><script>stolen()</script>`;
  const sources = `${own} ${hashSource(ofNext)} ${hashSource('theme()')}`;
  expect(directive(policiesOf(built)({ part }), 'script-src')).toBe(sources);
  expect(directive(policiesOf()({ part }), 'script-src')).toBe(`${own} ${hashSource(ofNext)}`);
});

test('a nonce that stands in a cached document is not in its policy', () => {
  for (const name of ['x-nextjs-cache', 'x-nextjs-prerender']) {
    const part = `<script nonce="${nonce}">stolen()</script>`;
    expect(policiesOf()({ part, headers: { 'Content-Type': html, [name]: '1' } })).not.toContain('nonce');
  }
});

test.each([
  { part: '<img src="data:image/png;base64,A">', name: 'img-src', is: "img-src 'self' data:" },
  { part: '<style>p{}</style><p style="color:red">', name: 'style-src', is: "style-src 'self' 'unsafe-inline'" },
  { part: '<p>', name: 'img-src', is: undefined },
  { part: '<p>', name: 'style-src', is: "style-src 'self' 'unsafe-inline'" },
])('a cached document with $part has: $is', ({ part, name, is }) => {
  expect(directive(policiesOf()({ part }), name)).toBe(is);
});

test('a document that is rendered has the nonce, and the scripts that the build had inside', () => {
  for (const sent of [
    { part: '<p>', isAll: false },
    { part: `<script nonce="${nonce}">x()</script>`, isAll: true },
    { part: undefined, isAll: false },
    { part: Buffer.from('<p>'), isAll: false },
  ]) {
    const policy = policiesOf(built)({ ...sent, headers: { 'Content-Type': html } });
    expect(directive(policy, 'script-src')).toBe(`${own} ${hashSource('theme()')} 'nonce-${nonce}'`);
    expect(directive(policy, 'img-src')).toBe("img-src 'self' data:");
  }
});

test('a rendered document whose start does not know the nonce has the hashes of the framework’s scripts there', () => {
  const part = `<script>${ofNext}</script><script>stolen()</script>`;
  const policy = policiesOf()({ part, isAll: false, headers: { 'Content-Type': html } });
  expect(directive(policy, 'script-src')).toBe(`${own} ${hashSource(ofNext)} 'nonce-${nonce}'`);
});

test('the head has room for some scripts of the build only, and a cached document for all of its own', () => {
  const own = (index: number) => `own(${index})`;
  const scripts = Array.from({ length: maxOfEveryPage + 1 }, (_, index) => hashSource(own(index)));
  const last = scripts.at(-1);
  const policyOf = policiesOf({ ...none, scripts });
  const rendered = policyOf({ part: `<script nonce="${nonce}">`, headers: { 'Content-Type': html } });
  expect(rendered).toContain(scripts[0]);
  expect(rendered).not.toContain(last);
  expect(policyOf({ part: `<script>${own(maxOfEveryPage)}</script>` })).toContain(last);
});

test('a document that is sent whole and does not know the nonce is treated like a cached one', () => {
  const policy = policiesOf()({
    part: `<script>${ofNext}</script><script>x()</script>`,
    headers: { 'Content-Type': html },
  });
  expect(directive(policy, 'script-src')).toBe(`${own} ${hashSource(ofNext)}`);
});

test('a cached shell with postponed parts has the hashes of the shell, and the nonce for what follows', () => {
  const headers = { 'Content-Type': html, 'x-nextjs-postponed': '1' };
  const part = Buffer.from(`<script>${ofNext}</script><script>stolen()</script>`);
  expect(directive(policiesOf()({ part, isAll: false, headers }), 'script-src')).toBe(
    `${own} ${hashSource(ofNext)} 'nonce-${nonce}'`,
  );
});

test('HEAD has the policy of the document with its ETag if that was sent, and none otherwise', () => {
  const policyOf = policiesOf();
  const part = `<script>${ofNext}</script>`;
  expect(policyOf({ method: 'HEAD', part: undefined })).toBeUndefined();
  const policy = policyOf({ part });
  expect(policyOf({ method: 'HEAD', part: undefined })).toBe(policy);
  expect(policyOf({ method: 'HEAD', part: undefined, headers: { ...cached, ETag: '"2"' } })).toBeUndefined();
  expect(policyOf({ method: 'HEAD', part: undefined, headers: { 'Content-Type': html } })).toBeUndefined();
});

test('what is no HTML has neither hashes nor the nonce', () => {
  for (const type of ['image/svg+xml', 'text/plain', 'application/xhtml+xml', 'text/htmlx']) {
    const policy = policiesOf(built)({ part: `<script>${ofNext}</script>`, headers: { 'Content-Type': type } });
    expect(directive(policy, 'script-src')).toBe(own);
  }
});

test('the sources that a team sets are in every policy, beside those that stand there', () => {
  const further = {
    'img-src': ['data:'],
    'style-src-elem': ['https://fonts.test'],
    'frame-ancestors': ['https://partner.test'],
  };
  const policy = policiesOf(none, further)({ part: `<script>${ofNext}</script>` });
  expect(policy?.split('; ')).toEqual(
    expect.arrayContaining([
      "img-src 'self' data:",
      "style-src-elem 'self' 'unsafe-inline' https://fonts.test",
      'frame-ancestors https://partner.test',
    ]),
  );
});

test('a document that cannot be read has a policy without inline scripts, and nobody tries to read it again', () => {
  const inlineCode = vi.fn(() => {
    throw new RangeError('too long');
  });
  const policyOf = policiesOf(none, {}, () => ({ ...parser, inlineCode }));
  const part = `<script>${ofNext}</script>`;
  expect(() => policyOf({ part })).toThrow('too long');
  expect(directive(policyOf({ part }), 'script-src')).toBe(own);
  expect(inlineCode).toHaveBeenCalledOnce();
});

test('HTML of a handler that is sent again is not read again', () => {
  const inlineCode = vi.fn(parser.inlineCode);
  const policyOf = policiesOf(none, {}, () => ({ ...parser, inlineCode }));
  for (const isAll of [false, true, false]) policyOf({ part: '<p>Own', isAll, headers: { 'Content-Type': html } });
  expect(inlineCode).toHaveBeenCalledOnce();
});

test('names the scripts in a document that its policy blocks', () => {
  const policies = createDocumentPolicies(built, {}, () => parser);
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader('Content-Type', html);
  const part = `<script nonce="${nonce}">a()</script><script>theme()</script><script>b()</script><script nonce="x">c()</script>`;
  policies.note(response, nonce, part, false);
  expect(policies.blockedIn(response, nonce, part)).toEqual(['b()', 'c()']);
});
