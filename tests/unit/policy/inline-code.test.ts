import { Tokenizer } from 'parse5';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inlineCode } from '../../../candor/src/policy/inline-code';

const textsIn = (html: string) => inlineCode(html).scripts.map(({ text }) => text);

test('reads what stands in scripts byte for byte, with their nonces, and no script of a file', () => {
  const html = `<head><style>p { color: red }\n</style><script src="/a.js" async=""></script></head>
    <body><script id="_R_" nonce="abc">push({"a":"<b>é&amp;"})</script><SCRIPT>\n two()</SCRIPT></body>`;
  expect(inlineCode(html).scripts).toEqual([
    { text: 'push({"a":"<b>é&amp;"})', nonce: 'abc' },
    { text: '\n two()', nonce: undefined },
  ]);
});

test.each(['', 'module', 'text/javascript', ' TEXT/JavaScript ', 'importmap', 'speculationrules'])(
  'a script of the type "%s" is run by browsers',
  (type) => expect(textsIn(`<script type="${type}">x</script>`)).toEqual(['x']),
);

test.each(['application/ld+json', 'application/json', 'text/template'])('a script of the type "%s" is not', (type) =>
  expect(textsIn(`<script type="${type}">x</script>`)).toEqual([]),
);

test.each([
  { html: '<p class="a" style="color:red">', found: { handlers: new Set(), hasDataImages: false } },
  { html: '<body onload="go()"><p onclick="go()" onload>', found: { handlers: new Set(['onload', 'onclick']) } },
  { html: '<img src="data:image/png;base64,AA">', found: { hasDataImages: true } },
  { html: '<noscript><img src="data:image/png;base64,AA"></noscript>', found: { hasDataImages: true } },
  { html: '<p style="background:url(&quot;data:image/svg+xml;x&quot;)">', found: { hasDataImages: true } },
  { html: '<p title="once on=1">', found: { handlers: new Set(), hasDataImages: false } },
  { html: '<script>"<p style=a onload=b>"</script>', found: { handlers: new Set() } },
])('reads $html', ({ html, found }) => expect(inlineCode(html)).toMatchObject(found));

test.each(
  [
    ['<!--<script>a</script>-->', '<textarea><script>a</script></textarea>', '<title><script>a</script></title>'],
    ['<style><script>a</script></style>', '<p title="<script>a</script>">', '<template><p></template>'],
    ['<svg><title/><style/><path/></svg>', '<svg><svg></svg><![CDATA[<!--]]></svg></svg>', '<svg><script/></svg>'],
    ['<math><mi/></math>', '<svg><g>'],
  ].flat(),
)('a script after %s is found, and none inside of it', (markup) =>
  expect(textsIn(`<div>${markup}</div><script>after</script>`)).toEqual(['after']),
);

test.each(['<plaintext>', '<!--', '<textarea>', '<script>', '<p title="'])(
  'nothing is a script behind an open %s',
  (open) => expect(textsIn(`${open}<script>a`)).toEqual([]),
);

const many = 100_000;
const attributes = Array.from({ length: many }, (_, index) => `a${index}=1`);

test.each([
  ['div', '<div>'.repeat(many)],
  ['b', '<b>'.repeat(many)],
  ['svg', '<svg>'.repeat(many)],
  ['math', '<math><mi>'.repeat(many / 2)],
  ['template', '<template>'.repeat(many)],
  ['closed svg', '</svg>'.repeat(many)],
  ['plaintext', `<plaintext>${'<script>x</script>'.repeat(many / 4)}`],
  ['open comments', '<!--'.repeat(many)],
  ['open scripts', '<script><!--'.repeat(many / 2)],
  ['an attribute of 1 MB', `<p title="${'&x'.repeat(many * 5)}">`],
  ['attributes of 1 MB', `<p ${attributes.join(' ')}>`],
  ['open attributes', '<p title="'.repeat(many)],
])('takes at most four steps for each character of %s', (_, html) => {
  const tokenizer = Tokenizer.prototype as unknown as { _consume: () => number; _leaveAttrName: () => void };
  const consume = tokenizer._consume;
  let steps = 0;
  tokenizer._consume = function () {
    steps += 1;
    return consume.call(this);
  };
  onTestFinished(() => void (tokenizer._consume = consume));
  vi.spyOn(tokenizer, '_leaveAttrName'); // It looks at all attributes before one, for each of them.
  inlineCode(html);
  expect(steps).toBeGreaterThan(0);
  expect(steps).toBeLessThan(4 * html.length);
  expect(tokenizer._leaveAttrName).not.toHaveBeenCalled();
});

test('a document that is longer than 16 Mi characters is not read', () =>
  expect(() => inlineCode(' '.repeat(16 * 1024 * 1024 + 1))).toThrow(
    'a document of 16777217 characters is too long to be read',
  ));
