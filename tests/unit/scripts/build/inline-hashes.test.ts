import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineHashes } from '../../../../scripts/build/inline-hashes';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('hashes what stands in scripts and styles byte for byte, and no script of a file', () => {
  const html = `<head><style>p { color: red }\n</style><script src="/a.js" async=""></script></head>
    <body><script id="_R_">push({"a":"<b>é"})</script><SCRIPT>\n two()</SCRIPT></body>`;
  expect(inlineHashes(html)).toEqual({
    scripts: [hash('push({"a":"<b>é"})'), hash('\n two()')],
    styles: [hash('p { color: red }\n')],
  });
});

test.each([
  { html: '<p class="a" style="color:red">', attribute: 'style' },
  { html: '<body onload="go()">', attribute: 'onload' },
])('rejects $html, which no hash can allow', ({ html, attribute }) => {
  expect(() => inlineHashes(html)).toThrow(`it has the attribute ${attribute}, which the policy forbids`);
});

test('ignores what looks like an attribute inside a script', () => {
  expect(inlineHashes('<script>"<p style=a>"</script>').scripts).toEqual([hash('"<p style=a>"')]);
});
