import { expect, test } from 'vitest';
import { filesEndingWith, read } from './files';

// Forms that no native reader would write, with a form to use.
const forms: [RegExp, instead: string][] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)[a-z]+/gi, 'is not a …, must be a …'],
  [/\b(?:is|are|be) (?:not )?taken (?:for|from|as)\b/gi, 'is accepted, counts as'],
  [/\b(?:anew|whoever|under.?way|fetched.?in.?advance|leftovers)\b/gi, 'a word of today'],
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

test('the prose of the documents has the usual forms of English', () => {
  const documents = filesEndingWith('.md');
  expect(documents.length).toBeGreaterThan(30);
  const found = documents.flatMap((path) => {
    const prose = proseOf(path);
    const lineAt = (index: number) => prose.slice(0, index).split('\n').length;
    return forms.flatMap(([form, instead]) =>
      Array.from(prose.matchAll(form), ({ 0: text, index }) => `${path}:${lineAt(index)}: ${text} (${instead})`),
    );
  });
  expect(found).toEqual([]);
});

/** A document without code, tables that scripts write, and titles of tests. Its lines keep their numbers. */
function proseOf(path: string): string {
  return read(path)
    .replace(/^ *```[\s\S]*?^ *```$|<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`|(?<![\w`])_[^_|\n]+_(?![\w`])/g, '…');
}
