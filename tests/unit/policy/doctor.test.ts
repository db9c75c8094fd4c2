import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashSource } from '../../../candor/src/policy/content-security-policy';
import { inspectBuild, inspectPage } from '../../../candor/src/policy/doctor';
import { eachInFolder } from '../../support/each-in-folder';
import { aBuild } from './a-build';

const { folder, write } = eachInFolder();

const page = (html: string, name = 'Content-Security-Policy', policy = contentSecurityPolicy(["'nonce-a'"], {})) => ({
  url: new URL('https://a.test/shop?x'),
  headers: new Headers({ [name]: policy }),
  body: Buffer.from(html),
});

test.each<[string, Record<string, string>, object]>([
  ['no build', {}, []],
  ['a build that has not ended', { '.next/server/a.js': '' }, []],
  ['a build without the policy', aBuild({ 'static/a.js': 'eval(a)' }, { policy: undefined }), []],
  ['a build with it', aBuild({}), []],
  [
    'one with code from text',
    aBuild({ 'static/a.js': 'eval(a)' }),
    [{ says: expect.stringContaining('static/a.js makes code from text') }],
  ],
  [
    'a damaged build',
    { '.next/BUILD_ID': 'a' },
    [{ says: expect.stringMatching(/^The build in .* is damaged: .*\. Build again\.$/) }],
  ],
])('it says of %s what a team can do', (_, files, inspected) => {
  write(files);
  expect(inspectBuild(folder('.next'))).toEqual(inspected);
});

const others = `<script src="/a.js"></script><script> </script><script type="application/json">{}</script>`;
const permitted = `<script nonce="a">own()</script>${others}`;
const blocked = '<script nonce="b">start(\n  1 )</script>';
const says = (text: string) => [{ says: expect.stringContaining(text) as string }];

test.each<[string, page: ReturnType<typeof page>, html: string | undefined, findings: unknown[]]>([
  ['nothing that it permits', page(permitted), permitted, []],
  [
    'a blocked script, with the line that permits it',
    page(permitted + blocked),
    permitted + blocked,
    [
      {
        says: expect.stringMatching(
          /^The policy blocks a script of \/shop, which begins with `start\( 1 \)`\./,
        ) as string,
        write: `sources: { 'script-src': ["${hashSource('start(\n  1 )')}"] }`,
      },
    ],
  ],
  [
    'the same where it only reports',
    page(blocked, 'Content-Security-Policy-Report-Only'),
    blocked,
    [expect.anything()],
  ],
  [
    'a script that differs each time',
    page(blocked),
    '<script>start(2)</script>',
    says('begins with `start( 1 )`: something in front of your server'),
  ],
  [
    'a script that is permitted by its hash',
    page(blocked, undefined, contentSecurityPolicy([hashSource('start(\n  1 )')], {})),
    undefined,
    [],
  ],
  [
    'two policies',
    page('', undefined, `${contentSecurityPolicy([], {})}, default-src 'none'`),
    undefined,
    says('two policies'),
  ],
  ['a policy of another program', page('', undefined, "default-src 'self'"), undefined, says('not of Candor')],
  ['no policy', page('', 'X-Other'), undefined, says('no policy')],
])('it names %s', (_, first, html, findings) => {
  expect(inspectPage(first, html === undefined ? first : { ...first, body: Buffer.from(html) })).toEqual(findings);
});
