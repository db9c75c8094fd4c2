import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Appearance } from '../../../candor/src/internals/server/built-appearances';
import { keepScreen } from '../../../candor/src/internals/server/keep-screen';
import { plainDocument } from '../../../candor/src/responses/plain-screen';
import { inAppearance, themeInCookies } from '../../../candor/src/responses/in-appearance';
import { fallbackBesideStyles, fallbackStyle } from '../../../candor/src/shared/fallback-style';
import { spokenByBuild } from '../../../candor/src/shared/spoken';

const noStore = { 'Cache-Control': 'private, no-cache, no-store' };
const bare = `<!DOCTYPE html><html lang="en"><head><style>${fallbackStyle}</style><title>ü</title></head><body>`;
const withHead = (html: string, ...added: string[]) => html.replace('</head>', () => `${added.join('')}</head>`);
const link = (name: string) => `<link rel="stylesheet" href="/${name}.css" data-precedence="next"/>`;

const plain = { paths: ['/'], html: new Map(), body: new Map(), head: [], themeScripts: [] };
const layout = (more: Partial<Appearance> = {}): Appearance => ({ ...plain, ...more });
const attributes = (values: Record<string, string>) => new Map(Object.entries(values));

type Exchange = { cookie?: string; headers?: Record<string, string>; url?: string; isSent?: true; hasPolicy?: false };

function finished(html: string, appearances: Appearance[] = [], exchange: Exchange = {}) {
  const { cookie, headers = noStore, url = '/', isSent, hasPolicy = true } = exchange;
  const request = Object.assign(new IncomingMessage(new Socket()), { headers: { cookie }, url });
  const response = new ServerResponse(request);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isSent) response.writeHead(200);
  const permitted: string[] = [];
  const permit = hasPolicy ? (_: ServerResponse, script: string) => void permitted.push(script) : undefined;
  return { html: inAppearance(response, Buffer.from(html), appearances, permit).toString(), permitted };
}

test('a document has the attributes and styles of the application, after those for when they are gone', () => {
  const head = [link('a'), '<style>$&</style>'];
  const own = layout({ html: attributes({ class: 'font', lang: 'de' }), body: attributes({ class: 'bg' }), head });
  const { html } = finished(bare, [own]);
  expect(html).toBe(
    `<!DOCTYPE html><html lang="en" class="font"><head><style>${fallbackBesideStyles}</style>${head.join('')}<title>ü</title></head><body class="bg">`,
  );
  expect(finished(html, [own]).html).toBe(html);
});

const layouts = [
  layout({ paths: ['/', '/about'], head: [link('site')] }),
  layout({ paths: ['/shop/[id]', '/shop/cart/done'], head: [link('shop')] }),
  layout({ paths: ['/admin'], head: [link('admin')] }),
];

test.each([
  ['/nowhere', '', 'site'],
  ['/shop/cart/done?x', '', 'shop'],
  ['/shop/7', '', 'shop'],
  ['/admin/users', '', 'admin'],
  ['/admin/users', link('shop'), 'shop'],
])('at %s with the styles %j it is that of the layout %s', (url, own, name) => {
  expect(finished(withHead(bare, own), layouts, { url }).html.match(/<link[^>]*>/g)).toEqual([link(name)]);
});

test.each(['light', 'dark'])('the cookie says %s to a browser without scripts', (theme) => {
  const cookie = `a=b; theme=${theme}`;
  const ofHtml = (html: string, own: Appearance[] = []) =>
    /<html ([^>]*)>/.exec(finished(html, own, { cookie }).html)?.[1];
  expect(ofHtml(plainDocument({ status: 500, spoken: spokenByBuild }))).toBe(
    `lang="en" class="${theme}" data-theme="${theme}" data-mode="${theme}" style="color-scheme:${theme};"`,
  );
  const html = { class: 'font light', 'data-bs-theme': 'dark', style: '--a:1;color-scheme:dark' };
  expect(ofHtml(bare, [layout({ html: attributes(html) })])).toBe(
    `lang="en" class="font ${theme}" data-bs-theme="${theme}" style="color-scheme:${theme};--a:1" data-theme="${theme}" data-mode="${theme}"`,
  );
});

const cleared = bare.replace('lang=', 'id="__next_error__" lang=');
const ofNext = '<script src="/x.js" async="" nonce="abc"></script>';
const policy = { headers: { ...noStore, 'Content-Security-Policy': "script-src 'nonce-abc'" } };
const cached = { cookie: 'theme=dark', headers: {} };
const sent = { isSent: true } as const;
const themed = [layout({ themeScripts: ['theirs()'] })];
const styled = [layout({ head: [link('a')] })];
const linked = withHead(bare, link('a'));
const besideStyles = linked.replace(fallbackStyle, fallbackBesideStyles);
const withScripts = (html: string, ...scripts: string[]) =>
  withHead(html, ...scripts.map((script) => `<script>${script}</script>`));
const withNonce = (html: string, ...scripts: string[]) =>
  withHead(html, ...scripts.map((script) => `<script nonce="abc">${script}</script>`)) + ofNext;

test.each<[what: string, html: string, made: string, Appearance[], exchange?: Exchange, permitted?: string[]]>([
  ['without styles of the application has the scheme of the system', bare, bare, []],
  ['with its own styles has no scheme', linked, besideStyles, []],
  ['has each style once', linked, besideStyles, styled],
  ['that others get, too, does not depend on a cookie', bare, bare, [], cached],
  ['has the application’s script, which its build permits', bare, withScripts(bare, 'theirs()'), themed],
  ['has no script that a policy of the team’s blocks', bare, bare, themed, policy],
  ['that Next clears keeps its screen', cleared, withScripts(cleared, keepScreen), [], {}, [keepScreen]],
  ['has a policy’s nonce', cleared + ofNext, withNonce(cleared, 'theirs()', keepScreen), themed, policy],
  ['whose head is sent without a nonce has no scripts', bare, bare, themed, sent],
  ['whose head is sent has the nonce of its policy', bare + ofNext, withNonce(bare, 'theirs()'), themed, sent],
  ['sent without a policy has a script', bare, withScripts(bare, 'theirs()'), themed, { ...sent, hasPolicy: false }],
])('a document %s', (_, html, made, appearances, exchange = {}, permitted = []) => {
  expect(finished(html, appearances, exchange)).toEqual({ html: made, permitted });
  if (permitted.length > 0) expect(finished(made).html, 'by another zone').toBe(made);
  expect(keepScreen).not.toMatch(/[<\n]/); // Nothing that would end it in HTML.
});

test('a request has the theme that its cookies name', () => {
  const named = ['theme=dark', 'a=b; theme=%22dark%22', '__Host-color.mode=Dark'];
  expect(named.map(themeInCookies)).toEqual(named.map(() => 'dark'));
  const light = ['a=b;theme=light', 'theme="light"; a=b', 'mui-color-scheme=light'];
  expect(light.map(themeInCookies)).toEqual(light.map(() => 'light'));
  const others = [undefined, 'a=b', 'a=dark', 'theme=system', 'a=theme=dark', 'theme=dark"><script>'];
  expect(others.map(themeInCookies)).toEqual(others.map(() => undefined));
});
