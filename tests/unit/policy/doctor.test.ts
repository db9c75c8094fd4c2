import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashSource } from '../../../candor/src/policy/content-security-policy';
import { inspectBuild, inspectPage } from '../../../candor/src/policy/doctor';
import { eachInFolder } from '../../support/each-in-folder';
import { aBuild } from './a-build';

const { folder, write } = eachInFolder();

const [enforced, reported] = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'];
const ofNonce = contentSecurityPolicy(["'nonce-a'"], {});
const page = (html: string, name = enforced, policy = ofNonce) => ({
  url: new URL('https://a.test/shop?x'),
  headers: new Headers({ [name]: policy }),
  body: Buffer.from(html),
});
const damaged = /^The build in .* is damaged: .*\. Build again\.$/;
const withEval = { 'static/a.js': 'eval(a)' };

test.each<[string, Record<string, string>, says?: RegExp]>([
  ['no build', {}],
  ['a build that has not ended', { '.next/server/a.js': '' }],
  ['a build without the policy', aBuild(withEval, { policy: undefined })],
  ['a build with it', aBuild({})],
  ['one with code from text', aBuild(withEval), /static\/a\.js makes code from text/],
  ['a damaged build', { '.next/BUILD_ID': 'a' }, damaged],
])('it says of %s what a team can do', (_, files, says) => {
  write(files);
  expect(inspectBuild(folder('.next'))).toEqual(says ? [{ says: expect.stringMatching(says) as string }] : []);
});

const others = `<script src="/a.js"></script><script> </script><script type="application/json">{}</script>`;
const permitted = `<script nonce="a">own()</script>${others}`;
const text = 'start(\n  1 )';
const blocked = `<script nonce="b">${text}</script>`;
const byHash = contentSecurityPolicy([hashSource(text)], {});
const blocks = /^The policy blocks a script of \/shop, which begins with `start\( 1 \)`\./;
const permits = `sources: { 'script-src': ["${hashSource(text)}"] }`;
const foreign = /begins with `start\( 1 \)`: something in front of your server/;
const two = `${contentSecurityPolicy([], {})}, default-src 'none'`;

test.each<[string, page: ReturnType<typeof page>, later?: string, says?: RegExp, write?: string]>([
  ['nothing that it permits', page(permitted)],
  ['a blocked script, with the line that permits it', page(permitted + blocked), undefined, blocks, permits],
  ['the same where it only reports', page(blocked, reported), undefined, blocks, permits],
  ['a script that differs each time', page(blocked), '<script>start(2)</script>', foreign],
  ['a script that is permitted by its hash', page(blocked, enforced, byHash)],
  ['two policies', page('', enforced, two), undefined, /two policies/],
  ['a policy of another program', page('', enforced, "default-src 'self'"), undefined, /not of Candor/],
  ['no policy', page('', 'X-Other'), undefined, /no policy/],
])('it names %s', (_, first, later, says, line) => {
  const second = later === undefined ? first : { ...first, body: Buffer.from(later) };
  const finding = { says: says && (expect.stringMatching(says) as string), ...(line !== undefined && { write: line }) };
  expect(inspectPage(first, second)).toEqual(says ? [finding] : []);
});
