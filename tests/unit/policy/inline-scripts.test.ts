import { expect, test } from 'vitest';
import { inlineScripts } from '../../../candor/src/policy/inline-scripts';

const textsIn = (html: string) => inlineScripts(html).map(({ text }) => text);

test.each([
  ...['', 'module', 'importmap', 'speculationrules', 'text/javascript', ' TEXT/JavaScript ', 'application/ecmascript'],
  ...['text/x-javascript', 'text/jscript', 'text/livescript', 'text/javascript1.5'],
])('a script of the type "%s" runs', (type) => {
  expect(textsIn(`<script type="${type}">x()</script>`)).toEqual(['x()']);
});

test.each([
  'application/ld+json',
  'application/json',
  'text/template',
  'text/javascript1.6',
  'text/javascript;a=b',
  'x',
])('a script of the type "%s" is data', (type) => expect(textsIn(`<script type="${type}">x()</script>`)).toEqual([]));

const one = '<script>one()</script>';

test.each<[what: string, html: string, texts: string[]]>([
  ['nothing', '', []],
  ['an empty script', '<script></script>', ['']],
  ['a file', '<script src="/a.js">one()</script><script async src></script>', []],
  ['capital letters', '<SCRIPT SRC="/a.js"></SCRIPT><ScRipT>one()</sCRIPT >', ['one()']],
  ['`>` in quotes', `<script a="x>y" b='"x>y'>one()</script>`, ['one()']],
  ['attributes without quotes', '<script id=a type=text/javascript data-a=/x?y=z>one()</script>', ['one()']],
  ['an unquoted address with a slash at its end', '<script src=/a.js/>one()</script>', []],
  ['spaces and line ends around attributes', '<script\n\tid = "a"\n>one()</script\n>', ['one()']],
  ['slashes in a tag', '<script/id=a/>one()</script/>', ['one()']],
  ['attributes that touch', '<script id="a"nonce="b">one()</script>', ['one()']],
  ['stray quotes, and a missing value', `<script " ' a=>one()</script>${one}`, ['one()', 'one()']],
  ['an attribute twice, of which the first counts', '<script type="x" type="">one()</script>', []],
  ['`<` in an attribute of another element', '<p title="<b>">', []],
  ['other elements whose name begins so', '<scripts>one()</scripts><script-a>one()</script-a>', []],
  ['an end of another name', '<script>one("</scripts>")</script>', ['one("</scripts>")']],
  ['a script without its end', `${one}<script>two()`, ['one()']],
  ['a tag that the document ends in', `${one}<script id="a`, ['one()']],
  ['an open quote', `${one}<script id="a>two()</script>`, ['one()']],
  ['line ends of Windows and of old Macs', '<script>a()\r\nb()\rc()</script>', ['a()\nb()\nc()']],
  ['entities, which are no entities in a script', '<script>a("&amp;é")</script>', ['a("&amp;é")']],
  ['a comment', `<!-- ${one} --><!-->${one}<!--->${one}<!---->${one}`, ['one()', 'one()', 'one()']],
  ['an open comment', `${one}<!-- ${one}`, ['one()']],
  ['markup in a script', '<script>a("<script>")</script>', ['a("<script>")']],
  ...['textarea', 'style', 'title', 'iframe', 'xmp', 'noembed', 'noframes'].map((name): [string, string, string[]] => [
    `the text of <${name}>`,
    `<${name} a=">">${one}</${name.toUpperCase()} >${one}`,
    ['one()'],
  ]),
])('%s is read as a browser reads it', (_, html, texts) => expect(textsIn(html)).toEqual(texts));

test('each script has its nonce', () => {
  expect(inlineScripts(`<script nonce="a">one()</script><script NONCE=b>two()</script>${one}`)).toEqual([
    { text: 'one()', nonce: 'a' },
    { text: 'two()', nonce: 'b' },
    { text: 'one()', nonce: undefined },
  ]);
});

/** The shortest of several durations: others were interrupted. */
function durationOf(html: string): number {
  const durations = Array.from({ length: 3 }, () => {
    const start = performance.now();
    inlineScripts(html);
    return performance.now() - start;
  });
  return Math.min(...durations);
}

test.each<[string, (count: number) => string]>([
  ['spaces in a tag', (count) => `<script ${' '.repeat(count)}`],
  ['spaces after a name', (count) => `<script a${' '.repeat(count)}`],
  ['spaces around =', (count) => `<script a${' '.repeat(count)}=${' '.repeat(count)}`],
  ['names and spaces', (count) => `<script ${'a   '.repeat(count)}`],
  ['different names', (count) => `<script ${Array.from({ length: count }, (_, index) => `a${index}`).join(' ')}>`],
  ['open comments', (count) => '<!--'.repeat(count)],
  ['stray quotes', (count) => '<script "'.repeat(count)],
  ['open values', (count) => '<script a="'.repeat(count)],
  ['one open value', (count) => `<script a="${'x'.repeat(count)}`],
  ['open values in both quotes', (count) => `<script a='"`.repeat(count)],
  ['open values and spaces', (count) => '<script a = "  '.repeat(count)],
  ['open scripts', (count) => '<script>'.repeat(count)],
  ['open ends', (count) => '<script></script'.repeat(count)],
  ['open text fields', (count) => '<textarea>'.repeat(count)],
  ['scripts', (count) => one.repeat(count)],
  ['slashes', (count) => '<script/'.repeat(count)],
  ['open tags', (count) => '<'.repeat(count)],
])('64 times as much of a hostile document takes far less than 4,096 times as long: %s', (_, documentOf) => {
  expect(durationOf(documentOf(64_000)) / durationOf(documentOf(1_000))).toBeLessThan(1_024);
});
