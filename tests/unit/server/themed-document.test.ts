import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { keepScreen } from '../../../candor/src/internals/server/keep-screen';
import { plainDocument } from '../../../candor/src/screens/plain-screen';
import { themedDocument } from '../../../candor/src/server/themed-document';

const script = `<script>${CANDOR_THEME_SCRIPT}</script>`;
const noStore = { 'Cache-Control': 'private, no-cache, no-store' };
const bare = '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body>';

function themed(
  html: string,
  { cookie, headers = noStore }: { cookie?: string; headers?: Record<string, string> } = {},
) {
  const request = Object.assign(new IncomingMessage(new Socket()), { headers: { cookie } });
  const response = new ServerResponse(request);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const permitted: string[] = [];
  const themed = themedDocument(response, html, (of, script) => {
    expect(of).toBe(response);
    permitted.push(script);
  });
  return { html: themed, permitted };
}

test('a document has the script once, and its response is told to permit it', () => {
  const { html, permitted } = themed(bare);
  expect(html).toBe(bare.replace('</head>', `${script}</head>`));
  expect(permitted).toEqual([CANDOR_THEME_SCRIPT]);
  expect(themed(html).html).toBe(html);
});

test('a response with a policy of the team’s own has no script, which would be blocked', () => {
  const headers = { ...noStore, 'Content-Security-Policy': "script-src 'self'" };
  for (const html of [bare, bare.replace('</head>', `${script}</head>`)])
    expect(themed(html, { headers })).toEqual({ html: bare, permitted: [] });
});

test('a document that Next clears has the script that keeps its screen, with the nonce that a policy of the team’s own permits', () => {
  const cleared = bare.replace('lang=', 'id="__next_error__" lang=');
  const program = `${CANDOR_THEME_SCRIPT};${keepScreen}`;
  expect(program).not.toMatch(/[<\n]/); // Nothing that would end it in HTML.
  const { html, permitted } = themed(cleared);
  expect([html, permitted]).toEqual([cleared.replace('</head>', `<script>${program}</script></head>`), [program]]);
  expect(themed(html).html, 'by another zone').toBe(html);

  const ofNext = '<script src="/x.js" async="" nonce="abc"></script>';
  const headers = { ...noStore, 'Content-Security-Policy': "script-src 'nonce-abc'" };
  const withNonce = themed(cleared + ofNext, { headers });
  expect(withNonce.html).toContain(`<script nonce="abc">${program}</script></head>`);
  expect(withNonce.permitted).toEqual([]);
});

test('where the head is sent the script has the nonce of its policy, and is there without one where there is no policy', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket())).writeHead(200);
  const withPolicy = (html: string) => themedDocument(response, html, () => {});
  const rendered = `${bare}<script nonce="abc">1</script>`;
  expect(withPolicy(bare)).toBe(bare);
  expect(withPolicy(rendered)).toContain(script.replace('>', ' nonce="abc">'));
  expect(themedDocument(response, bare)).toContain(script);
});

test.each(['light', 'dark'])('the cookie says %s to a browser without scripts', (theme) => {
  const { html } = themed(plainDocument({ status: 500 }), { cookie: `a=b; theme=${theme}` });
  const attributes = `class="${theme}" data-theme="${theme}" data-mode="${theme}" style="color-scheme:${theme}"`;
  expect(html).toContain(`<html ${attributes} lang="en">`);
  const media = Array.from(html.matchAll(/<meta name="theme-color" media="([^"]*)"/g), ([, each]) => each);
  expect(media).toEqual(theme === 'light' ? ['all', 'not all'] : ['not all', 'all']);
});

test('a document that others get, too, does not depend on a cookie', () => {
  for (const headers of [{}, { 'Cache-Control': 's-maxage=60' }] as Record<string, string>[])
    expect(themed(bare, { cookie: 'theme=dark', headers }).html).toContain('<html lang="en">');
});

test('a document with a design of its own keeps it', () => {
  const own = bare.replace('lang="en"', 'lang="en" class="own"');
  expect(themed(own, { cookie: 'theme=dark' }).html).toContain('<html lang="en" class="own">');
});
