import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { maxOfEveryPage, type BuiltCode } from '../../../candor/src/policy/built-code';
import { createDocumentPolicies } from '../../../candor/src/policy/document-policy';
import { hashSource } from '../../../candor/src/policy/hash-source';
import * as parser from '../../../candor/src/policy/inline-code';
import { permitThemeScript } from '../../../candor/src/policy/own-script';
import { themeScript } from '../../../candor/src/shared/theme';
import type { Sources } from '../../../candor/src/policy/sources';

const none: BuiltCode = { scripts: [], dataImages: false, documents: {} };
const built: BuiltCode = { ...none, scripts: [hashSource('theme()')] };
const ofNext = 'self.__next_f.push([0])';
const script = (text: string) => `<script>${text}</script>`;
const [framework, stolen, theme] = [script(ofNext), script('stolen()'), script('theme()')];
const nonce = 'AAAAAAAAAAAAAAAAAAAAAA==';

const rendered = { 'Content-Type': 'text/html; charset=utf-8' };
const cached = { ...rendered, 'x-nextjs-cache': 'HIT', ETag: '"1"' };
const postponed = { ...rendered, 'x-nextjs-postponed': '1' };

type Sent = {
  headers?: Record<string, string>;
  method?: string;
  status?: number;
  part?: unknown;
  isAll?: boolean;
  /** What is put into the document later. */
  added?: string;
};

function policiesOf(code: BuiltCode = none, further: Sources = {}, loadParser = () => parser) {
  const policies = createDocumentPolicies(code, further, loadParser);
  return ({ headers = cached, method = 'GET', status = 200, part = '', isAll = true, added }: Sent) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method });
    const response = new ServerResponse(request);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    policies.note(response, nonce, part, isAll);
    if (added !== undefined) permitThemeScript(response, added);
    return policies.policyFor(response, nonce, headers['Content-Type']);
  };
}

const directive = (policy: string | undefined, name: string) =>
  policy?.split('; ').find((text) => text.startsWith(`${name} `));
const own = "script-src 'self' 'report-sample'";
const [ofFramework, ofBuild, ofNonce] = [hashSource(ofNext), hashSource('theme()'), `'nonce-${nonce}'`];
const withNonce = `<script nonce="${nonce}">x()</script>`;

test('a document from a cache has the hashes of its own scripts, and no more than it needs', () =>
  expect(policiesOf()({ part: `${framework}<script src="/a.js"></script><p>x` })).toBe(
    `default-src 'self'; ${own} ${ofFramework}; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  ));

test('a document as it was built is not parsed', () => {
  const part = script('built()');
  const code = { ...built, documents: { [hashSource(part)]: { scripts: ["'own'"], dataImages: true } } };
  const loadParser = vi.fn(() => parser);
  const policyOf = policiesOf(code, {}, loadParser);
  expect(directive(policyOf({ part }), 'script-src')).toBe(`${own} 'own' ${ofBuild}`);
  expect(directive(policyOf({ part }), 'img-src')).toBe("img-src 'self' data:");
  expect(loadParser).not.toHaveBeenCalled();
  policyOf({ part: `${part}<p>`, headers: { ...cached, ETag: '"2"' } });
  expect(loadParser).toHaveBeenCalledOnce();
});

const page = framework + theme + stolen;
const shell = Buffer.from(framework + stolen);
const start = { part: framework + stolen, isAll: false, headers: rendered };
const whole = { part: framework + script('x()'), headers: rendered };
const ofType = (type: string) => ({ part: framework, headers: { 'Content-Type': type } });

test.each<[string, BuiltCode, Sent, string[]]>([
  ['a cached document', built, { part: page }, [ofFramework, ofBuild]],
  ['a cached document of a build without scripts', none, { part: page }, [ofFramework]],
  ['a rendered document whose start does not know the nonce', none, start, [ofFramework, ofNonce]],
  ['one that is sent whole and does not know it, like a cached one', none, whole, [ofFramework]],
  ['a cached shell', none, { part: shell, isAll: false, headers: postponed }, [ofFramework, ofNonce]],
  ['SVG', built, ofType('image/svg+xml'), []],
  ['XHTML', built, ofType('application/xhtml+xml'), []],
  ['a type whose name only begins like HTML', built, ofType('text/htmlx'), []],
])('permits in %s the scripts of the framework, the build or the request that it may have', (_, code, sent, sources) =>
  expect(directive(policiesOf(code)(sent), 'script-src')).toBe([own, ...sources].join(' ')),
);

test.each(['x-nextjs-cache', 'x-nextjs-prerender'])(
  'a nonce that stands in a document with the header %s is not in its policy',
  (name) => expect(policiesOf()({ part: withNonce, headers: { ...rendered, [name]: '1' } })).not.toContain('nonce'),
);

test.each([
  ['<img src="data:image/png;base64,A">', 'img-src', "img-src 'self' data:"],
  ['<style>p{}</style><p style="color:red">', 'style-src', "style-src 'self' 'unsafe-inline'"],
  ['<p>', 'img-src', undefined],
  ['<p>', 'style-src', "style-src 'self' 'unsafe-inline'"],
])('a cached document with %s has for %s: %s', (part, name, is) =>
  expect(directive(policiesOf()({ part }), name)).toBe(is),
);

test.each<Sent>([
  { part: '<p>', isAll: false },
  { part: withNonce, isAll: true },
  { part: undefined, isAll: false },
  { part: Buffer.from('<p>'), isAll: false },
])('a document that is rendered has the nonce, and the scripts that the build had inside: %o', (sent) => {
  const policy = policiesOf(built)({ ...sent, headers: rendered });
  expect(directive(policy, 'script-src')).toBe(`${own} ${ofBuild} ${ofNonce}`);
  expect(directive(policy, 'img-src')).toBe("img-src 'self' data:");
});

test('the head has room for some scripts of the build only, and a cached document for all of its own', () => {
  const scripts = Array.from({ length: maxOfEveryPage + 1 }, (_, index) => hashSource(`own(${index})`));
  const policyOf = policiesOf({ ...none, scripts });
  const policy = policyOf({ part: withNonce, headers: rendered });
  expect(policy).toContain(scripts[0]);
  expect(policy).not.toContain(scripts.at(-1));
  expect(policyOf({ part: script(`own(${maxOfEveryPage})`) })).toContain(scripts.at(-1));
});

const ofTheme = themeScript('theme');
const [hasTheme, ofOwn] = [script(ofTheme), hashSource(ofTheme)];

test.each<[what: string, sent: Sent]>([
  ['that a cache has', { part: hasTheme }],
  ['that was rendered', { status: 404, headers: rendered, part: hasTheme + withNonce }],
  [
    'whose start was rendered',
    { status: 500, headers: rendered, part: Buffer.from(hasTheme + withNonce), isAll: false },
  ],
  ['that it is put into', { status: 500, headers: rendered, part: withNonce, added: ofTheme }],
  ['of a cache that it is put into', { status: 404, part: framework, added: ofTheme }],
])('a document has the hash of the script of the theme: one %s', (_, sent) => {
  const policyOf = policiesOf();
  expect(directive(policyOf(sent), 'script-src')).toContain(` ${ofOwn}`);
  const { part = '' } = sent;
  const without = { ...sent, part: String(part).replace(hasTheme, ''), added: undefined };
  expect(
    policyOf({ ...without, headers: { ...sent.headers, ...(sent.headers ?? cached), ETag: '"2"' } }),
  ).not.toContain(ofOwn);
});

test('a script that goes on after that of the theme has no hash', () => {
  const longer = `${ofTheme};stolen()`;
  for (const headers of [cached, rendered]) {
    const policy = policiesOf()({ status: 404, headers, part: script(longer) });
    expect(policy).not.toContain(hashSource(longer));
  }
});

test('HEAD has the policy of the document with its ETag if that was sent, and none otherwise', () => {
  const policyOf = policiesOf();
  const ofHead = (headers: Sent['headers']) => policyOf({ method: 'HEAD', part: undefined, headers });
  expect(ofHead(cached)).toBeUndefined();
  const policy = policyOf({ part: framework });
  expect(ofHead(cached)).toBe(policy);
  expect([ofHead({ ...cached, ETag: '"2"' }), ofHead(rendered)]).toEqual([undefined, undefined]);
});

test('the sources that a team sets are in every policy, beside those that stand there', () => {
  const policy = policiesOf(none, {
    'img-src': ['data:'],
    'style-src-elem': ['https://fonts.test'],
    'frame-ancestors': ['https://partner.test'],
  })({ part: framework });
  expect(directive(policy, 'img-src')).toBe("img-src 'self' data:");
  expect(directive(policy, 'style-src-elem')).toBe("style-src-elem 'self' 'unsafe-inline' https://fonts.test");
  expect(directive(policy, 'frame-ancestors')).toBe('frame-ancestors https://partner.test');
});

test('a document that cannot be read has a policy without inline scripts, and nobody tries to read it again', () => {
  const inlineCode = vi.fn(() => {
    throw new RangeError('too long');
  });
  const policyOf = policiesOf(none, {}, () => ({ ...parser, inlineCode }));
  expect(() => policyOf({ part: framework })).toThrow('too long');
  expect(directive(policyOf({ part: framework }), 'script-src')).toBe(own);
  expect(inlineCode).toHaveBeenCalledOnce();
});

test('HTML of a handler that is sent again is not read again', () => {
  const inlineCode = vi.fn(parser.inlineCode);
  const policyOf = policiesOf(none, {}, () => ({ ...parser, inlineCode }));
  for (const isAll of [false, true, false]) policyOf({ part: '<p>Own', isAll, headers: rendered });
  expect(inlineCode).toHaveBeenCalledOnce();
});

test('names the scripts in a document that its policy blocks', () => {
  const policies = createDocumentPolicies(built, {}, () => parser);
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader('Content-Type', rendered['Content-Type']);
  const part = `${withNonce}${theme}<script>b()</script><script nonce="x">c()</script>`;
  policies.note(response, nonce, part, false);
  expect(policies.blockedIn(response, nonce, part)).toEqual(['b()', 'c()']);
});
