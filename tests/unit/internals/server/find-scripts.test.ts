import { expect, test } from 'vitest';
import { createScriptSearch } from '../../../../candor/src/internals/server/find-scripts';
import { isPageData } from '../../../../candor/src/internals/server/framework-scripts';

const data = '<script>self.__next_f.push([1,"a"])</script>';
const find = (parts: string[]) => {
  const search = createScriptSearch(({ text }) => isPageData(text));
  return parts.map((part) => search(part)).at(-1);
};

test.each([
  '',
  '<!--',
  '<!-- --!><!-',
  '<![CDATA[',
  '<textarea>',
  '<title>',
  '<plaintext>',
  '<style>',
  '<noscript>',
  '<template>',
  '<iframe srcdoc="',
  '<svg><script>',
  '<script>',
  '<script>/*',
  '<script>"<!--<script>',
  '<script x="',
  "<script x='<script",
  '<script nonce=',
  '<',
  '</',
  '</script',
  '<script></script',
  '<scr',
  '&lt;script>',
  '\0',
])('markup in front of a script does not hide it: %j', (before) => {
  expect(find([before + data])).toBe(true);
  expect(find([`${before}<p>${data}`])).toBe(true);
});

test('a script that is cut at any place is found', () => {
  const markup = `<p>é</p><script>other()</script>${data}<p>`;
  for (let at = 0; at <= markup.length; at += 1)
    expect(find([markup.slice(0, at), markup.slice(at)]), `${at}`).toBe(true);
  expect(find([...markup])).toBe(true);
});

test.each([
  ['an escaped one', '&lt;script>self.__next_f.push([1,"a"])&lt;/script>'],
  ['a text that only begins so', '<script>self.__next_f.push([1,"a"]);stolen()</script>'],
  ['one without an end', '<script>self.__next_f.push([1,"a"])'],
  ['nothing', ''],
])('%s is not found', (_, markup) => expect(find([markup])).toBe(false));

test('the start of a script that never ends is not kept for ever', () => {
  const search = createScriptSearch(({ text }) => isPageData(text));
  search('<script>self.__next_f.push([1,"');
  for (let count = 0; count < 20; count += 1) search('a'.repeat(100_000));
  expect(search('"])</script>')).toBe(false);
  expect(search(data)).toBe(true);
});
