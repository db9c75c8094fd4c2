import { expect, test } from 'vitest';
import { isOfFramework } from '../../../candor/src/internals/server/framework-scripts';
import * as parser from '../../../candor/src/policy/inline-code';
import { createNonceWriter } from '../../../candor/src/policy/write-nonces';

const nonce = 'AAAAAAAAAAAAAAAAAAAAAA==';
const data = 'self.__next_f.push([1,"é “x” 💡 &amp; \\u003c"])';
const bootstrap = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push(["a"]);';

function write(parts: (string | Buffer)[]) {
  const errors: unknown[] = [];
  const writer = createNonceWriter(nonce, isOfFramework, parser, (error) => errors.push(error));
  const sent = parts.map((part) => writer.write(Buffer.from(part as string)));
  const ended = writer.end();
  return { html: Buffer.concat([...sent, ended]).toString(), sent, seen: writer.seen, errors };
}

const page = (attribute: string) =>
  `<!DOCTYPE html><html><head><title>é</title><script src="/_next/static/a.js"></script></head><body><p>“ü”\r\n</p>` +
  `<script id="_R_"${attribute}>${bootstrap}</script><script${attribute}>${data}</script><script>own()</script></body></html>`;
const before = page('');
const after = page('')
  .replace('<script id="_R_">', `<script nonce="${nonce}" id="_R_">`)
  .replace(`<script>${data}`, `<script nonce="${nonce}">${data}`);

test('the nonce is written into the scripts of a page wherever its bytes are cut', () => {
  const bytes = Buffer.from(before);
  for (let at = 0; at <= bytes.length; at += 1) {
    expect(write([bytes.subarray(0, at), bytes.subarray(at)]).html, `cut at ${at}`).toBe(after);
  }
  expect(write(Array.from(bytes, (byte) => Buffer.from([byte]))).html).toBe(after);
});

test('a nonce of somebody else is replaced, and the own one stays', () => {
  expect(write([page(' nonce="other"')]).html.match(/nonce="[^"]*"/g)).toEqual([
    `nonce="${nonce}"`,
    `nonce="${nonce}"`,
  ]);
  const own = page(` nonce="${nonce}"`);
  expect(write([own])).toMatchObject({ html: own, seen: { arrived: true, lackedNonce: false } });
});

test('says what it has seen', () => {
  expect(write([before]).seen).toEqual({
    hadNonce: false,
    arrived: false,
    arrivedAtFile: false,
    lackedNonce: true,
    isBlocked: true,
    hasChunk: true,
  });
  expect(write([`<p><script nonce="${nonce}">own()</script>`]).seen).toMatchObject({ hadNonce: true, arrived: false });
});

test('only what may be the start of a script is held back', () => {
  const { sent } = write(['<p>one</p><scr', 'eam></scream><script>self.__next_f', '.push([1])</script><p', '>']);
  expect(sent.map(String)).toEqual([
    '<p>one</p>',
    '<scream></scream>',
    `<script nonce="${nonce}">self.__next_f.push([1])</script><p`,
    '>',
  ]);
});

test('past 1 MiB a script goes out as it is, and the ones behind it have the nonce', () => {
  const long = `<script>self.__next_f.push([1,"${'a'.repeat(1_200_000)}"])</script>`;
  const cut = 1_100_000;
  const { html, sent } = write([long.slice(0, cut), long.slice(cut) + '<script>self.__next_f.push([2])</script>']);
  expect(sent[0]).toHaveLength(cut);
  expect(html).toBe(`${long}<script nonce="${nonce}">self.__next_f.push([2])</script>`);
});

const call = 'self.__next_f.push([0])';

test.each([
  ['a script of its own', '<script>stolen()</script>'],
  ['code behind data', `<script>${call};stolen()</script>`],
  ['a comment in front of data', `<script>/**/${call}</script>`],
  ['code in the place of data', '<script>self.__next_f.push([1,(stolen())])</script>'],
  ['a template in the place of data', '<script>self.__next_f.push([1,`${stolen()}`])</script>'],
  ['code in a call of React', '<script>$RC(stolen())</script>'],
  ['a definition of its own', '<script>$RC=function(){stolen()};$RC("B:0","S:0")</script>'],
  ['a file', `<script src="//elsewhere.test/a.js">${call}</script>`],
  ['a tag that goes on into the next one', `<script src=//elsewhere.test/a.js <script>${call}</script>`],
  ['an attribute that ends in the next one', `<script src=//elsewhere.test/a.js x="<script>${call}</script>`],
  ['an attribute in single quotes', `<script src=//elsewhere.test/a.js x='<script>${call}</script>' y>`],
  ['a tag of its own inside of an attribute', `<img alt='<script>${call}</script>'>`],
  ['one inside of a comment', `<!--<script>${call}</script>-->`],
  ['one inside of a text field', `<textarea><script>${call}</script></textarea>`],
  ['one inside of a title', `<title><script>${call}</script></title>`],
  ['one inside of a style', `<style><script>${call}</script></style>`],
  ['one inside of a script', `<script>var a='<script>${call}</script>`],
  ['one behind a comment in a script', `<script><!--<script>${call}</script>`],
  ['an event handler on it', `<script onload=stolen()>${call}</script>`],
  ['the same in quotes', `<script onload="stolen()">${call}</script>`],
  ['odd attributes on it', `<script x='"'>${call}</script>`],
  ['capital letters', `<SCRIPT>${call}</SCRIPT>`],
  ['data that no browser runs', `<script type="application/json">${call}</script>`],
  ['a module', `<script type="module">stolen()</script>`],
  ['an address for all files', '<base href="//elsewhere.test/">'],
])('markup that somebody inserted never has the nonce: %s', (_, markup) => {
  for (const parts of [[markup], [...markup]]) {
    expect(write(parts).html).toBe(markup);
    expect(write(parts).html).not.toContain(nonce);
  }
});

test('when reading throws, everything goes out as it came', () => {
  const errors: unknown[] = [];
  const broken = {
    createMarkupReader: () => ({
      write() {
        throw new RangeError('broken');
      },
    }),
  };
  const writer = createNonceWriter(nonce, isOfFramework, broken, (error) => errors.push(error));
  expect(String(Buffer.concat([writer.write(Buffer.from(before)), writer.end()]))).toBe(before);
  expect(errors).toEqual([new RangeError('broken')]);
});
