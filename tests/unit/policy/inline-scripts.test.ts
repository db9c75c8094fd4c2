import { expect, test } from 'vitest';
import { inlineScripts } from '../../../candor/src/policy/inline-scripts';

const textsIn = (html: string) => inlineScripts(html).map(({ text }) => text);

const running = [
  ...['', 'module', 'importmap', 'speculationrules', 'text/javascript', ' TEXT/JavaScript ', 'application/ecmascript'],
  ...['text/x-javascript', 'text/jscript', 'text/livescript', 'text/javascript1.5'],
];
const ofData = ['application/ld+json', 'text/template', 'text/javascript1.6', 'text/javascript;a=b', 'x'];

test.each([...running, ...ofData])('a script of the type "%s" runs, or is data', (type) =>
  expect(textsIn(`<script type="${type}">x()</script>`)).toEqual(running.includes(type) ? ['x()'] : []),
);

const one = '<script>one()</script>';

test.each<[what: string, html: string, texts: string[]]>([
  ['nothing', '', []],
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
  ...['textarea', 'style', 'title', 'iframe', 'xmp', 'noembed', 'noframes'].map((name): [string, string, string[]] => [
    `the text of <${name}>`,
    `<${name} a=">">${one}</${name.toUpperCase()} >${one}`,
    ['one()'],
  ]),
])('%s is read as a browser reads it', (_, html, texts) => expect(textsIn(html)).toEqual(texts));

const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(' ');
const spaces = (count: number) => ' '.repeat(count);

type Hostile = [part: string, documentOf: (count: number) => string];
const repeated = (part: string): Hostile => [part, (count) => part.repeat(count)];

test.each<Hostile>([
  ...['<script ', '<script a', '<script a="x'].map((start): Hostile => [start, (count) => start + spaces(count)]),
  ...['<!--', '<', '<script "', '<script a="', `<script a='"`, '<script a = "  ', '<script/'].map(repeated),
  ...['<script>', '<script></script', '<textarea>', one].map(repeated),
  ['<script a   =   ', (count) => `<script a${spaces(count)}=${spaces(count)}`],
  ['different names', (count) => `<script ${names(count)}>`],
  ['names and spaces', (count) => `<script ${'a   '.repeat(count)}`],
])('a hostile document of 100,000 parts is read before the time of a test is over: %s', (_, documentOf) =>
  expect(inlineScripts(documentOf(100_000))).toBeInstanceOf(Array),
);
