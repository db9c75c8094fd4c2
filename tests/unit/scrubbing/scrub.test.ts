import { setFlagsFromString } from 'node:v8';
import { describe, expect, test, vi } from 'vitest';
import { scrub } from '../../../candor/src/scrubbing/scrub';
import { isSecretName } from '../../../candor/src/scrubbing/secret-names';

test.each([
  ['sign in failed: {"user":"jo","password":"hun\\"ter 2"}', 'sign in failed: {"user":"jo","password":"[masked]"}'],
  ["{ clientSecret: 'it\\'s', userId: 7 }", "{ clientSecret: '[masked]', userId: 7 }"],
  [String.raw`{\"token\":\"abc\",\"id\":1}`, String.raw`{\"token\":\"[masked]\",\"id\":1}`],
  ['unclosed token="abc def', 'unclosed token="[masked]'],
  ['call(access_token=abc,def) failed', 'call(access_token=[masked]) failed'],
  ['redirect_uri=x%26token%3Dabc', 'redirect_uri=x%26token%3D[masked]'],
  ['secret => abc', 'secret => [masked]'],
  ['Authorization: Digest username="jo", response="abc"\nnext', 'Authorization: [masked]\nnext'],
  ["headers: { cookie: 'a=b; c=d', host: 'x' }", "headers: { cookie: '[masked]', host: 'x' }"],
  ['a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----\nb', 'a\n[masked]\nb'],
  ['postgres://app:pa@ss@db.test:5432/x', 'postgres://[masked]@db.test:5432/x'],
  ['at f (http://x.test/a.js?who=jo:12:34)', 'at f (http://x.test/a.js?[masked]:12:34)'],
  [`token 'h', ..."my hunter2"... is not valid JSON`, `token 'h', ..."[masked]"... is not valid JSON`],
  ['paid with 3782 822463 10005', 'paid with [masked]'],
  ['mail to jörg@exämple.org bounced', 'mail to [masked] bounced'],
  ['a DE89370400440532013000.', 'a [masked].'],
  ['NO93 8601 1117 947 OK', '[masked] OK'],
  ['MT84 MALT 0110 0001 2345 MTLC AST0 01S', '[masked]'],
])('scrubs %s', (text, expected) => {
  expect(scrub(text)).toBe(expected);
  expect(scrub(expected), 'a scrubbed text stays as it is').toBe(expected);
});

// Visa, of 13 digits too; Mastercard, of its second range too; American Express; Diners Club; Discover; UnionPay of 19 digits.
test.each([
  ...['4111111111111111', '4222222222222', '5105105105105100', '2223003122003222', '371449635398431', '30569309025904'],
  ...['6011111111111117', '6205500000000000004'],
])('scrubs the number %s of a card', (number) =>
  expect(scrub(`a ${number}, b_${number}`)).toBe('a [masked], b_[masked]'),
);

test.each([
  ...['41111111111111111', '4111 1111-1111 1111', '4111  1111  1111  1111', 'a4111111111111111', '0x4111111111111111'],
  ...['4111111111111112', '1000000000000008', '0.4111111111111111', 'DE88 3704 0044 0532 0130 00'],
  ...['de89370400440532013000', 'XDE89370400440532013000', 'digest: 5687186c8090df0f6420321891f9c53a'],
  ...['41111111111111114111111111111111', '00000000-4111-4111-8111-411111111111'],
  '1763715000 1763715000123 2026-11-21T09:00:00.000Z',
  'http://localhost:3000/a/b.js:1:2 and /a/b',
  'Is it a/b? Yes, at /a.',
  'Basic configuration failed: the bearer of the token is not known.',
])('leaves %s', (text) => expect(scrub(text)).toBe(text));

test('a name that begins or ends like that of a secret does not count as one', () => {
  expect(['digest', 'route', 'trace_id', 'compass', 'opinion', 'cookiecutter'].filter(isSecretName)).toEqual([]);
});

describe('takes steps in proportion to the length of the text', () => {
  const repeated = [
    ...['a', '4', '4111 ', '4111-', 'DE89 ', 'DE89', 'eyJ', 'eyJ-eyJ.', 'a@', 'a.', 'a@b.1', 'a:', 'a-', 'A_'],
    ...['M', '1.', 'KEY='],
    ...['://', '://a:', '://:', 'http://', 'http://a?', '/', '(/', '="/a', '?', '#', 'error?code=1&', 'errors'],
    ...['%3', '%3a%2f%2f', '$2b$', '$2b$a,', 'token="', "token='\\", 'token=\\"', 'token=,', 'token', 'token:{'],
    ...['token:[', 'token={}{', 'token(', 'token: ', 'token:|\n ', 'token\n', 'token="a" + ', 'pass-', '"token",'],
    ...["name:'token',value", 'name="token"\n\n', '<token>a', '<token ', '&lt;token', '/token/', 'export ', 'sk-'],
    ...['--token ', '-u a', '--user', 'mysql -p', 'login a password', 'Key (', 'Key (a)=(', 'Basic a', 'Bearer '],
    ...['Failing row contains (', "password '", 'cookie', 'cookie: \t', 'cookie:[', '"" is not valid JSON', ', "'],
    ...['-----BEGIN PRIVATE KEY-----', '-----BEGIN ', ' ', '\n', '\\', '"', "'", '`', '{', '[', '\u001b[', '\u001b[1m'],
    ...['[masked]', 'token=[masked]', 'token=]a'],
  ];
  const begun = [
    ...['token=', 'token="', 'token={', 'token:\n ', 'token=\\"', 'name="token"\n\n', '<token>', 'cookie: ', '://a:'],
    ...['$2b$', 'Bearer 7'],
  ];
  const length = 4_000;
  const ofLength = (part: string) => part.repeat(length / part.length);
  const texts = [
    ['a, before @', `${'a'.repeat(length)}@`],
    ...repeated.map((part) => [part, ofLength(part)]),
    ...begun.flatMap((start) =>
      ['a', ' ', '\\', '"', '{}', '\n '].map((part) => [start + part, start + ofLength(part)]),
    ),
  ] as [string, string][];
  /** The rules need 160 at most, at any length; a quadratic one needs half as many as there are characters. */
  const stepsPerCharacter = 200;

  test.each(texts)('%j, repeated', (_, hostile) => {
    for (const [pattern, searched] of searchesOf(() => scrub(hostile)))
      for (const text of searched)
        expect(isWithin(stepsPerCharacter * length, pattern, text), pattern.source).toBe(true);
  });

  test('a quadratic rule would be found', () => {
    expect(isWithin(stepsPerCharacter * length, /a*b/g, 'a'.repeat(length))).toBe(false);
    expect(isWithin(stepsPerCharacter * length, /(?<!a)a*b/g, 'a'.repeat(length))).toBe(true);
  });
});

/** Every pattern that is searched for meanwhile, with each text that it is searched in. */
function searchesOf(work: () => unknown): Map<RegExp, Set<string>> {
  const searches = new Map<RegExp, Set<string>>();
  const methods = (['replace', 'search', 'match', 'matchAll', 'split'] as const).map((name) => Symbol[name]);
  const spies = [...methods, 'exec' as const].map((method) => vi.spyOn(RegExp.prototype, method as 'exec'));
  work();
  for (const { mock } of spies) {
    for (const [index, pattern] of (mock.contexts as RegExp[]).entries())
      searches.set(pattern, (searches.get(pattern) ?? new Set()).add(mock.calls[index]![0]));
  }
  for (const spy of spies) spy.mockRestore();
  return searches;
}

const compiled = new Map<string, RegExp>();

type MakeLimited = (source: string, flags: string, maxSteps: number) => RegExp;

/** Whether V8 takes at most so many steps back at each search for the pattern: a count, and not a time. */
function isWithin(maxSteps: number, { source, flags }: RegExp, text: string): boolean {
  const key = `${maxSteps} ${flags} ${source}`;
  const limited = compiled.get(key) ?? limitedRegExp(`(?:${source})|$(?![^])`, flags, maxSteps);
  compiled.set(key, limited);
  limited.lastIndex = 0;
  for (;;) {
    const found = limited.exec(text); // At the latest the end of the text is found, unless V8 has given up.
    if (found === null) return false;
    if (!limited.global || found.index + found[0].length >= text.length) return true;
    if (found[0] === '') limited.lastIndex += 1;
  }
}

const limitedRegExp = (() => {
  // Without this V8 does not count the steps of a plain `a*`.
  setFlagsFromString('--no-regexp-optimization');
  setFlagsFromString('--allow-natives-syntax');
  const body = 'return %NewRegExpWithBacktrackLimit(source, flags, limit)';
  return new Function('source, flags, limit', body) as MakeLimited;
})();

test('truncates a text above 256 KiB, and marks it', () => {
  const truncated = scrub('x'.repeat(5_000_000));
  expect(truncated).toHaveLength(256 * 1024 + ' [cut]'.length);
  expect(truncated).toMatch(/x \[cut\]$/);
});

test('a text that differs in an id alone from one without a secret is as it would be alone', () => {
  const text = (id: string, more = '') => `Error: broken, of request ${id} at a (app/page.tsx:7:3)${more}`;
  const [one, other] = ['ffffffffffffffffffffffffffffffff', '0123456789abcdef0123456789abcdef'];
  for (const id of [one, other]) expect(scrub(text(id))).toBe(text(id));
  for (const id of [one, other]) expect(scrub(text(id, ' token=x7'))).toBe(text(id, ' token=[masked]'));
  expect(scrub(`the token ${one} has expired`), 'a word without digits').toBe(`the token ${one} has expired`);
  expect(scrub(`the token ${other} has expired`)).toBe('the token [masked] has expired');
});
