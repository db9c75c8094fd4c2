import { primary } from '../shared/languages.js';
import { isBuiltIn } from '../shared/words/built-in.js';
import { words as known } from '../shared/words/en.js';

/** The words that a team's functions gave, by tag; a text where one threw that. */
export type WordsByTag = Record<string, Record<string, unknown> | string>;

/** What is wrong with a team's words, each in one sentence with what to do. */
export function problemsOfMessages(messages: WordsByTag, tags: readonly string[]): string[] {
  const unknownTags = Object.keys(messages).filter((tag) => !tags.some((own) => own === tag || primary(own) === tag));
  return [
    ...unknownTags.map((tag) => `"${tag}" is not among languages: add it there, or take it out.`),
    ...tags.flatMap((tag) => problemsOfWords(tag, messages[tag] ?? messages[primary(tag)])),
  ];
}

function problemsOfWords(tag: string, words: Record<string, unknown> | string | undefined): string[] {
  if (typeof words === 'string') return [`The function for "${tag}" threw: ${words.replace(/\.$/, '')}.`];
  if (words === undefined)
    return isBuiltIn(tag) ? [] : [`There is no function for "${tag}", in which Candor has no words.`];
  const missing = isBuiltIn(tag) ? [] : Object.keys(known).filter((key) => words[key] === undefined);
  const own = Object.entries(words).filter(([, text]) => text !== undefined);
  return [
    ...(missing.length > 0 ? [`"${tag}" has no words for ${missing.join(', ')}: write them.`] : []),
    ...own.flatMap(([key, text]) => problemsOfText(`"${tag}" has ${key}`, key, text)),
  ];
}

function problemsOfText(what: string, key: string, text: unknown): string[] {
  if (!Object.hasOwn(known, key)) return [`${what}, which Candor never says: take it out.`];
  if (typeof text !== 'string' || text.trim() === '') return [`${what}, which must be a text.`];
  const lost = placeholders(known[key as keyof typeof known]).filter((name) => !placeholders(text).includes(name));
  return lost.map((name) => `${what} without ${name}.`);
}

const placeholders = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
