import { expect, test } from 'vitest';
import {
  digestInDocument,
  fillDocument,
  isFailedDocument,
  stylesheetsOf,
} from '../../../candor/server/failed-document';

const empty =
  '<!DOCTYPE html><html id="__next_error__"><head><title>Ü</title></head><body class="a"><script>1</script>';

test('a failed document gets a language, a title, what is added to its head, and a main element at the start of its body', () => {
  expect(isFailedDocument(Buffer.from(empty))).toBe(true);
  const filling = { title: '$1 é', head: '<link href="$1">', main: '<main>ü</main>' };
  expect(fillDocument(Buffer.from(empty), filling).toString()).toBe(
    '<!DOCTYPE html><html id="__next_error__" lang="en"><head><title>$1 é</title><link href="$1"></head><body class="a"><main>ü</main><script>1</script>',
  );
});

test('a failed document without a title gets one', () => {
  const untitled = '<html id="__next_error__"><head><meta></head><body></body>';
  expect(fillDocument(Buffer.from(untitled), { title: 'T', head: '', main: '' }).toString()).toBe(
    '<html id="__next_error__" lang="en"><head><meta><title>T</title></head><body></body>',
  );
});

test('a failed document of a build with a deployment id is filled too', () => {
  const deployed = Buffer.from('<html data-dpl-id="a" id="__next_error__"><head></head><body></body>');
  expect(isFailedDocument(deployed)).toBe(true);
  expect(fillDocument(deployed, { title: 'T', head: '', main: '' }).toString()).toBe(
    '<html data-dpl-id="a" id="__next_error__" lang="en"><head><title>T</title></head><body></body>',
  );
});

const filled = fillDocument(Buffer.from(empty), { title: '', head: '', main: '<main></main>' }).toString();

test.each([filled, '<!DOCTYPE html><html lang="en"><head></head><body>__next_error__', '{"html":1}', ''])(
  '%j is no failed document, and stays as it is',
  (text) => {
    const chunk = Buffer.from(text);
    expect(isFailedDocument(chunk)).toBe(false);
    expect(fillDocument(chunk, { title: '', head: '', main: '<main></main>' })).toBe(chunk);
  },
);

test.each(['<html id="__next_error__"><head>', '<html id="__next_error__"><head></head><body'])(
  'a document that ends before its body stays as it is: %j',
  (text) => {
    const chunk = Buffer.from(text);
    expect(fillDocument(chunk, { title: '', head: '', main: '<main></main>' })).toBe(chunk);
  },
);

const pushed = (text: string) =>
  Buffer.from(`<script>self.__next_f.push(${JSON.stringify([1, text]).replaceAll('<', '\\u003c')})</script>`);

test('the digest is that of the error which the scripts will show', () => {
  expect(digestInDocument(pushed('0:{"a":"$L1"}\n1:E{"digest":"0123abcd"}\n'))).toBe('0123abcd');
});

test('no digest is taken from what a visitor wrote, or that is not fit to be shown', () => {
  expect(digestInDocument(pushed(`0:${JSON.stringify({ q: '1:E{"digest":"forged"}' })}\n`))).toBeUndefined();
  expect(digestInDocument(pushed('1:E{"digest":"<img>"}'))).toBeUndefined();
  expect(digestInDocument(Buffer.from(''))).toBeUndefined();
});

test('the stylesheets are those that the response preloads and those that the scripts will load, once each', () => {
  const hints = pushed(
    ':HL["/a.css","style"]\n:HL["/b.css","style",{"nonce":"x"}]\n:HL["/a.css","style"]\n:HL["/c.woff2","font"]\n',
  );
  expect(stylesheetsOf(undefined, hints)).toEqual(['/a.css', '/b.css']);
  const link =
    '</b.css>; rel=preload; as="style"; nonce="x==", </c.js>; rel=preload; as="script", </d.css>; rel=preload; as="style"';
  expect(stylesheetsOf(link, hints)).toEqual(['/b.css', '/d.css', '/a.css']);
  expect(stylesheetsOf(undefined, pushed(`0:${JSON.stringify({ q: ':HL["/a.css","style"]' })}\n`))).toEqual([]);
});

test.each([
  'https://elsewhere.example/a.css',
  '//elsewhere.example/a.css',
  '/\\elsewhere.example/a.css',
  '/\t/elsewhere.example',
  'a.css',
])('a stylesheet of another site is none: %j', (address) => {
  expect(stylesheetsOf(`<${address}>; rel=preload; as="style"`, pushed(''))).toEqual([]);
  expect(stylesheetsOf(undefined, pushed(`:HL${JSON.stringify([address, 'style'])}\n`))).toEqual([]);
});
