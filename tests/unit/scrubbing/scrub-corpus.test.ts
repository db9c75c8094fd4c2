import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { scrubOutput } from '../../../candor/src/start/scrub-output';
import { allFormRules, allValueRules, scrub, scrubSecrets } from '../../../candor/src/scrubbing/scrub';
import { readable } from './corpus/readable';
import { secrets } from './corpus/secrets';

afterEach(() => void vi.unstubAllGlobals());

/** No rule can tell these from texts that must stay. docs/security.md states their share. */
const missed = [
  ...['parameters of a statement', 'a name and a password', 'a prompt', 'a command of Redis'],
  ...['a nested value given to Helm', 'a code for a card', 'a value of a statement'],
  ...['a passphrase that reads like a sentence', 'a secret without form or name', 'a line of .pgpass'],
];

test.each(secrets.filter(({ name }) => !missed.includes(name)))('scrubs $name', ({ text, secret }) => {
  const scrubbed = scrub(text);
  expect(scrubbed).not.toContain(secret);
  expect(scrubbed).not.toContain(JSON.stringify(secret).slice(1, -1));
  expect(scrub(scrubbed), 'a scrubbed text stays as it is').toBe(scrubbed);
});

test.each([
  ['the form', allFormRules],
  ['the name', allValueRules],
])('each rule that finds secrets by %s is the only one that finds some text', (_, rules) => {
  const leaks = () => secrets.filter(({ text, secret }) => scrubSecrets(text).includes(secret)).length;
  const before = leaks();
  for (const [index, rule] of [...rules].entries()) {
    rules.splice(index, 1);
    expect(leaks(), String(rule)).toBeGreaterThan(before);
    rules.splice(index, 0, rule);
  }
});

test('misses exactly these in printed output', () => {
  const leaked = secrets.filter(({ text, secret }) => {
    let printed = '';
    const output = { write: (part: unknown) => ((printed += String(part)), true) };
    scrubOutput(output);
    output.write(`${text}\n`);
    return printed.includes(secret);
  });
  expect(leaked.map(({ name }) => name)).toEqual(missed);
});

test.each(readable)('keeps a message of $library readable: $text', ({ text, masked = text }) => {
  expect(scrub(text)).toBe(masked);
});

test('docs/security.md states the shares', async () => {
  vi.stubGlobal('window', {});
  vi.resetModules();
  const browser = await import('../../../candor/src/scrubbing/scrub');
  const masked = secrets.filter(({ text, secret }) => !browser.scrub(text).includes(secret));
  const hurt = readable.filter((message) => browser.scrub(message.text) !== (message.masked ?? message.text));
  expect(hurt).toEqual([]);

  const document = readFileSync('docs/security.md', 'utf8').replace(/\s+/g, ' ');
  const shares = /\d+ of \d+ texts with a secret|\d+ with the browsers' rules|\d+ of \d+ messages/g;
  const partly = readable.filter((message) => message.masked !== undefined).length;
  expect(document.match(shares)).toEqual([
    `${secrets.length - missed.length} of ${secrets.length} texts with a secret`,
    `${masked.length} with the browsers' rules`,
    `${readable.length - partly} of ${readable.length} messages`,
  ]);
});
