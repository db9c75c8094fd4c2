import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Appearance } from '../../../candor/src/internals/server/built-appearances';
import { keepScreen } from '../../../candor/src/internals/server/keep-screen';
import { plainDocument } from '../../../candor/src/screens/plain-screen';
import { inAppearance } from '../../../candor/src/server/in-appearance';
import { fallbackBesideStyles, fallbackStyle } from '../../../candor/src/shared/fallback-style';

const noStore = { 'Cache-Control': 'private, no-cache, no-store' };
const bare = `<!DOCTYPE html><html lang="en"><head><style>${fallbackStyle}</style><title>ü</title></head><body>`;
const link = (name: string) => `<link rel="stylesheet" href="/${name}.css" data-precedence="next"/>`;

const plain = { isWhole: true, paths: ['/'], html: new Map(), body: new Map(), head: [], themeScripts: [] };
const layout = (more: Partial<Appearance> = {}): Appearance => ({ ...plain, ...more });

type Exchange = {
  cookie?: string;
  headers?: Record<string, string>;
  url?: string;
  isSent?: boolean;
  hasPolicy?: boolean;
};

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
  const own = layout({
    html: new Map(Object.entries({ class: 'font', lang: 'de' })),
    body: new Map([['class', 'bg']]),
    head: [link('a'), '<style>$&</style>'],
  });
  const { html } = finished(bare, [own]);
  expect(html).toBe(
    `<!DOCTYPE html><html lang="en" class="font"><head><style>${fallbackBesideStyles}</style>${link('a')}<style>$&</style><title>ü</title></head><body class="bg">`,
  );
  expect(finished(html, [own]).html).toBe(html);
});

test('a document without styles of the application has the scheme of the system, and one with its own has them once', () => {
  expect(finished(bare).html).toBe(bare);
  const linked = bare.replace('</head>', `${link('a')}</head>`);
  for (const appearances of [[], [layout({ head: [link('a')] })]])
    expect(finished(linked, appearances).html).toBe(linked.replace(fallbackStyle, fallbackBesideStyles));
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
  const { html } = finished(bare.replace('</head>', `${own}</head>`), layouts, { url });
  expect(html.match(/<link[^>]*>/g)).toEqual([link(name)]);
});

test.each(['light', 'dark'])('the cookie says %s to a browser without scripts', (theme) => {
  const attributes = (html: string) => /<html ([^>]*)>/.exec(html)?.[1];
  const cookie = `a=b; theme=${theme}`;
  expect(attributes(finished(plainDocument({ status: 500 }), [], { cookie }).html)).toBe(
    `lang="en" class="${theme}" data-theme="${theme}" data-mode="${theme}" style="color-scheme:${theme};"`,
  );
  const html = { class: 'font light', 'data-bs-theme': 'dark', style: '--a:1;color-scheme:dark' };
  const own = layout({ html: new Map(Object.entries(html)) });
  expect(attributes(finished(bare, [own], { cookie }).html)).toBe(
    `lang="en" class="font ${theme}" data-bs-theme="${theme}" style="color-scheme:${theme};--a:1" data-theme="${theme}" data-mode="${theme}"`,
  );
});

test('a document that others get, too, does not depend on a cookie', () => {
  for (const headers of [{}, { 'Cache-Control': 's-maxage=60' }] as Record<string, string>[])
    expect(finished(bare, [], { cookie: 'theme=dark', headers }).html).toBe(bare);
});

const themed = [layout({ themeScripts: ['theirs()'] })];

test('the application’s script of the theme is in the document, and no policy of the team’s own has to block it', () => {
  expect(finished(bare, themed)).toEqual({
    html: bare.replace('</head>', '<script>theirs()</script></head>'),
    permitted: [], // Its build permits it.
  });
  const headers = { ...noStore, 'Content-Security-Policy': "script-src 'self'" };
  expect(finished(bare, themed, { headers }).html).toBe(bare);
});

test('a document that Next clears has the script that keeps its screen, with the nonce that a policy of the team’s own permits', () => {
  const cleared = bare.replace('lang=', 'id="__next_error__" lang=');
  expect(keepScreen).not.toMatch(/[<\n]/); // Nothing that would end it in HTML.
  const { html, permitted } = finished(cleared);
  expect([html, permitted]).toEqual([
    cleared.replace('</head>', `<script>${keepScreen}</script></head>`),
    [keepScreen],
  ]);
  expect(finished(html).html, 'by another zone').toBe(html);

  const ofNext = '<script src="/x.js" async="" nonce="abc"></script>';
  const headers = { ...noStore, 'Content-Security-Policy': "script-src 'nonce-abc'" };
  const withNonce = finished(cleared + ofNext, themed, { headers });
  expect(withNonce.html).toContain(
    `<script nonce="abc">theirs()</script><script nonce="abc">${keepScreen}</script></head>`,
  );
  expect(withNonce.permitted).toEqual([]);
});

test('where the head is sent scripts have the nonce of its policy, and none where there is no policy', () => {
  const rendered = `${bare}<script nonce="abc">1</script>`;
  expect(finished(bare, themed, { isSent: true }).html).toBe(bare);
  expect(finished(rendered, themed, { isSent: true }).html).toContain('<script nonce="abc">theirs()</script></head>');
  expect(finished(bare, themed, { isSent: true, hasPolicy: false }).html).toContain('<script>theirs()</script></head>');
});
