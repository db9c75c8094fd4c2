import { expect, test } from 'vitest';
import { fillDocument, isEmptyDocument } from '../../../../candor/src/internals/server/failed-document';
import { isFailedDocument, isWhole } from '../../../../candor/src/internals/server/failed-document';
import { insertAfterFailedPart } from '../../../../candor/src/internals/server/failed-part';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { digestInDocument, flightRowsOf, stylesheetsOf } from '../../../../candor/src/internals/server/flight-rows';

const empty =
  '<!DOCTYPE html><html id="__next_error__"><head><title>Ü</title></head><body class="a"><script>1</script>';

const untitled = '<html id="__next_error__"><head><meta></head><body></body>';
const deployed = '<html data-dpl-id="a" id="__next_error__"><head></head><body></body>';
const filling = { title: 'T', head: '', main: '<main></main>' };

const named = '<html id="__next_error__" lang="en">';
const odd = { title: '$1 é', head: '<link href="$1">', main: '<main>ü</main>' };
const oddlyFilled = `<!DOCTYPE html>${named}<head><title>$1 é</title><link href="$1"></head><body class="a"><main>ü</main><script>1</script>`;
const titled = '<title>T</title></head><body><main></main></body>';

test.each([
  ['gets a language, a title, what is added to its head, and a main element', empty, odd, oddlyFilled],
  ['without a title gets one', untitled, filling, `${named}<head><meta>${titled}`],
  ['of a build with a deployment id', deployed, filling, `<html data-dpl-id="a" ${named.slice(6)}<head>${titled}`],
])('a failed document %s', (_, text, filling, expected) => {
  expect(isFailedDocument(Buffer.from(text))).toBe(true);
  expect(fillDocument(Buffer.from(text), filling, 'en').toString()).toBe(expected);
});

const filled = fillDocument(Buffer.from(empty), filling, 'en').toString();
const own = '<!DOCTYPE html><html lang="en"><head></head><body>__next_error__';

test.each([filled, own, '{"html":1}', ''])('%j is not a failed document', (text) => {
  expect(isFailedDocument(Buffer.from(text))).toBe(false);
});

const hidden = '<!--$--><div hidden><!--a--></div><template id="b">b</template><script>"<p>c</p>"</script>';

test('a document of another form that shows nothing is empty, and is filled in its own language', () => {
  const other = Buffer.from(`<html lang="de" id="x"><head></head><body>${hidden}</body></html>`);
  expect([isFailedDocument(other), isWhole(other), isEmptyDocument(other)]).toEqual([false, true, true]);
  expect(fillDocument(other, filling, 'en').toString()).toBe(
    `<html lang="de" id="x"><head><title>T</title></head><body><main></main>${hidden}</body></html>`,
  );
});

test.each([`<body>${hidden}words</body>`, '<body><p>words</p></body>', '<body>', ''])('%j is not empty', (text) => {
  expect(isEmptyDocument(Buffer.from(text))).toBe(false);
});

test.each(['', '</head><body'])('a document that ends before its body stays as it is: %j', (end) => {
  const chunk = Buffer.from(`<html id="__next_error__"><head>${end}`);
  expect(fillDocument(chunk, filling, 'en')).toBe(chunk);
});

const pushed = (text: string) =>
  Buffer.from(`<script>self.__next_f.push(${JSON.stringify([1, text]).replaceAll('<', '\\u003c')})</script>`);

test('the stylesheets are those that the response preloads and those that the scripts will load, once each', () => {
  const hints = pushed(':HL["/a.css","style"]\n:HL["/b.css","style",{"nonce":"x"}]\n:HL["/a.css","style"]\n');
  const link =
    '</b.css>; rel=preload; as="style"; nonce="x==", </c.js>; rel=preload; as="script", </d.css>; rel=preload; as="style"';
  expect(stylesheetsOf(link, hints)).toEqual(['/b.css', '/d.css', '/a.css']);
});

test('a digest that is not fit to be shown is none', () => {
  expect(digestInDocument(pushed('1:E{"digest":"<img>"}'))).toBeUndefined();
  expect(digestInDocument(pushed('1:E{"digest":"<img>"}\n1:E{"digest":"0123abcd"}\n'))).toBe('0123abcd');
});

const elsewhere = ['https://x.example/a.css', '//x.example/a.css', '/\\x.example/a.css', '/\t/x.example', 'a.css'];

test.each(elsewhere)('a stylesheet of another site is none: %j', (address) => {
  expect(stylesheetsOf(`<${address}>; rel=preload; as="style"`, pushed(''))).toEqual([]);
  expect(stylesheetsOf(undefined, pushed(`:HL${JSON.stringify([address, 'style'])}\n`))).toEqual([]);
});

const id = '0123456789abcdef0123456789abcdef';
const inserted = (text: string) => insertAfterFailedPart(Buffer.from(text), id, () => '[ü]')?.toString();

test.each([
  ['ä<!--$!-->', `<template data-dgst="${id}"></template>`, 'wait<!--/$-->'],
  ['', `<script nonce="a">$RX("B:0","${id}")</script>`, '<script>2</script>'],
])('HTML follows each markup that tells of a part which failed: %s%s', (before, part, after) => {
  expect(inserted(before + part + part + after)).toBe(`${before}${part}[ü]${part}[ü]${after}`);
});

const ofOther = [`$RX("B:0","${id.replace('0', '1')}")</script>`, `<p>${id}</p><script>$RX("B:0","other")</script>`];

test.each(['nothing', id, ...ofOther])('what does not tell of this failure stays as it is: %s', (text) => {
  expect(inserted(text)).toBe(text);
});

const forged = 'é\n1:E{"digest":"f0f0f0f0"}\n:HL["/forged.css","style"]\n</script><script>';

const page = {
  texts: [forged, `${forged.repeat(40)}short`, `${'€'.repeat(1_100)}\n1:E{"digest":"f0f0f0f0"}`, '1:T2,'],
  digest: id,
  stylesheets: ['/a.css', 'https://b.example/b.css'],
};

test('errors and hints are told from long texts that look like them', async () => {
  // What React and Next, as they are installed, write for a page with these texts of visitors.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', 'tests/support/print-flight.mjs', JSON.stringify(page)],
    { env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: 1024 * 1024 },
  );
  const document = Buffer.from(`<html><body>${stdout}</body></html>`);
  expect(document.toString()).toMatch(/push\(\[1,"(?:[^<]*\\n)?[0-9a-f]+:T[0-9a-f]+,/); // The texts are rows of their own.
  expect(document.toString()).toContain('push([3,"');
  const rows = flightRowsOf(document);
  expect(rows.filter((row) => row.startsWith('E'))).toEqual([`E{"digest":"${id}"}`]);
  const hints = ['"/a.css","style"', '"https://b.example/b.css","style"', '"/c.woff2","font",{"crossOrigin":""}'];
  expect(rows.filter((row) => row.startsWith('HL'))).toEqual(hints.map((hint) => `HL[${hint}]`));
  expect(digestInDocument(document)).toBe(id);
  expect(stylesheetsOf(undefined, document)).toEqual(['/a.css']);

  // However much of it is known.
  for (let length = 0; length < document.length; length += 97) {
    const known = document.subarray(0, length);
    expect(rows.slice(0, flightRowsOf(known).length)).toEqual(flightRowsOf(known));
  }
});

test.each([
  ['no data', ''],
  ['data that is not as Next writes it', '<script>self.__next_f.push([1,"\\x"])</script>'],
  ['a row without its end', '<script>self.__next_f.push([1,"1:E{\\"digest\\":\\"a\\"}"])</script>'],
  ['a length without its end', '<script>self.__next_f.push([1,"1:T4"])</script>'],
  ['a length that is none', '<script>self.__next_f.push([1,"1:Tx,\\n1:E{}\\n"])</script>'],
  ['a text of the page that reads like data', '<p>self.__next_f.push([1,"1:E{}\\n"])</p>'],
])('%s has no rows', (_, text) => expect(flightRowsOf(Buffer.from(text))).toEqual([]));
