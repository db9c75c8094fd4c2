import { expect, test } from 'vitest';
import { inlineCode } from '../../../candor/policy/inline-code';

test('reads what stands in scripts and styles byte for byte, and no script of a file', () => {
  const html = `<head><style>p { color: red }\n</style><script src="/a.js" async=""></script></head>
    <body><script id="_R_">push({"a":"<b>é"})</script><SCRIPT>\n two()</SCRIPT></body>`;
  expect(inlineCode(html)).toMatchObject({
    scripts: ['push({"a":"<b>é"})', '\n two()'],
    styles: ['p { color: red }\n'],
  });
});

test.each([
  { type: '', isRun: true },
  { type: 'module', isRun: true },
  { type: 'text/javascript', isRun: true },
  { type: ' TEXT/JavaScript ', isRun: true },
  { type: 'importmap', isRun: true },
  { type: 'speculationrules', isRun: true },
  { type: 'application/ld+json', isRun: false },
  { type: 'application/json', isRun: false },
  { type: 'text/template', isRun: false },
])('a script of the type "$type" is run by browsers: $isRun', ({ type, isRun }) => {
  expect(inlineCode(`<script type="${type}">x</script>`).scripts).toEqual(isRun ? ['x'] : []);
});

test.each([
  { html: '<p class="a" style="color:red">', found: { hasStyleAttributes: true } },
  { html: '<body onload="go()"><p onclick="go()" onload>', found: { handlers: ['onload', 'onclick'] } },
  { html: '<img src="data:image/png;base64,AA">', found: { hasDataImages: true, hasStyleAttributes: false } },
  { html: '<p style="background:url(&quot;data:image/svg+xml;x&quot;)">', found: { hasDataImages: true } },
  { html: '<p title="once on=1">', found: { handlers: [], hasStyleAttributes: false, hasDataImages: false } },
  { html: '<script>"<p style=a onload=b>"</script>', found: { handlers: [], hasStyleAttributes: false } },
  { html: '<template><style>a</style></template><noscript><style>b</style></noscript>', found: { styles: ['a', 'b'] } },
  { html: '<!--<script>a</script>--><textarea><script>b</script></textarea>', found: { scripts: [] } },
])('reads $html', ({ html, found }) => {
  expect(inlineCode(html)).toMatchObject(found);
});
