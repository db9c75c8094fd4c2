import { expect, test } from 'vitest';
import { filesEndingWith, read } from './files';

const textFiles = ['.ts', '.tsx', '.mjs', '.md', '.css', '.json', '.svg', '.txt', '.conf', '.example', '.yml'];

// The glossary may explain a word; this file has them all; the others are written by tools.
const exempt = ['docs/glossary.md', 'tests/unit/docs/words.test.ts', 'package-lock.json', 'next-env.d.ts'];

const words = ['anew', 'whoever', 'under.?way', 'fetched.?in.?advance', 'leftovers', 'odd.?site'];

const phrases = [
  ...['rejected and nobody listens', 'Reporting is down since', 'This site has been renewed', 'is being loaded anew'],
  ...['This site does not know you', 'Nothing is written yet', 'Not known whether it arrived'],
  ...['fails on purpose only so often', 'cannot be made by an address', 'press its button', 'What every kind does'],
  ...['The way of one failure', 'What it costs', 'What it is made of', 'Ctrl-C ends everything'],
];

/** Names of files and functions that have other names now. They are found in camel case too. */
const names =
  `
  answer-headers set-on-requests assert-port disk-trouble browser-leftovers reports-in-hand renew-outdated
  refused-action watch-process finish-before-exit open-answers answer-status mask-output log-line tab-memory
  three-places judge-request close-by-default end-with-parent test-counts build-stamp before-scripts late-sdk
  patience-ms within-ms longest-pause-ms most-taken at-once may-ask tell-down judge-answer judge-tunnel-answer
  judge-silence fate-of write-down meet-not-found meet-forbidden meet-unauthorized leave-for come-back
`.match(/\S+/g) ?? [];

/** Of these only one spelling is a name; the other is everyday English, or part of a name that stays. */
const spelled = [
  ...['content-policy', 'contentPolicy', '_screens', '_reporting', '_delivery', 'cannotBe', 'canBe', 'holdPage'],
  'The house',
];

const patterns = [
  new RegExp(words.map((word) => `\\b${word}\\b`).join('|'), 'gi'),
  new RegExp(phrases.map((phrase) => phrase.replaceAll(' ', '\\s+')).join('|'), 'g'),
  new RegExp(names.flatMap((name) => [`\\b${name}\\b`, inCamelCase(name)]).join('|'), 'g'),
  new RegExp(spelled.map((name) => `(?<![\\w-])${name}\\b`).join('|'), 'g'),
];

// Forms that no native reader would write, with a form to use. Only in the prose of documents so far.
const forms: [RegExp, instead: string][] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)[a-z]+/gi, 'is not a …, must be a …'],
  [/\b(?:is|are|be) (?:not )?taken (?:for|from|as)\b/gi, 'is accepted, counts as'],
  [/\b(?:is|are) away\b/gi, 'is unavailable'],
  [/\bhears?\b|\bheard\b/gi, 'observe, notice'],
  [/\buntold\b|\b(?:is|are|was|were) told\b/gi, 'publish, get'],
  [/\bfit to be shown\b/gi, 'safe to display'],
  [/\blay it in\b/gi, 'install'],
  [/\bsettings of a team\b/gi, 'team settings'],
  [/\bof a team's own\b/gi, "a team's own"],
  [/\bgives? back\b/gi, 'refund'],
  [
    /\b(?:of|with|by|than|for|from|to|and|but|where|on|at) what (?!happens\b|comes\b|do(?:es)?\b[^|.]*\?)\w+/gi,
    'a noun',
  ],
  [/(?:^|[.;:] )What (?:is|are|was|has|have|it|they|one|no)\b(?![^.|]*\?)/gm, 'a noun'],
];

const documents = filesEndingWith('.md');

test('no file has a word of the old dialect', () => {
  const files = filesEndingWith(...textFiles).filter((path) => !exempt.includes(path));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(oldWordsIn)).toEqual([]);
});

test('the prose of the documents has the usual forms of English', () => {
  expect(documents.length).toBeGreaterThan(30);
  const found = documents.flatMap((path) => {
    const prose = proseOf(path);
    return forms.flatMap(([form, instead]) => matchesIn(prose, path, form).map((found) => `${found} (${instead})`));
  });
  expect(found).toEqual([]);
});

/** A document without code, tables that scripts write, and titles of tests. Its lines keep their numbers. */
function proseOf(path: string): string {
  return read(path)
    .replace(/^ *```[\s\S]*?^ *```$|<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`|(?<![\w`])_[^_|\n]+_(?![\w`])/g, '…');
}

/** `judge-answer`: `judgeAnswer` and `JudgeAnswer`, with whatever stands before it, and no letter of the same word after it. */
function inCamelCase(name: string): string {
  const [first = '', ...rest] = name.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  const begin = `(?:\\b${first.toLowerCase()}|(?<=\\w)${first})`;
  return `${begin}${rest.join('')}(?![a-z])`;
}

function oldWordsIn(path: string): string[] {
  const text = read(path);
  return patterns.flatMap((pattern) => matchesIn(text, path, pattern));
}

function matchesIn(text: string, path: string, pattern: RegExp): string[] {
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => `${path}:${lineAt(index)}: ${found}`);
}
