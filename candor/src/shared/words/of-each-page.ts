import type { Words } from './en.js';

// As the code has them: screens/failure.tsx and its neighbours.
const onEachPage = [
  'failed',
  'notYours',
  'ifSent',
  'quote',
  'again',
  'home',
  'updated',
  'reload',
  'unreachable',
] as const;

/** The words that every page loads, as literals: by the name of each, as `CANDOR_WORDS_NOT_YOURS` for `notYours`. */
export function wordsOfEachPage(words: Words): Record<string, string> {
  const nameOf = (key: string) => `CANDOR_WORDS_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  return Object.fromEntries(onEachPage.map((key) => [nameOf(key), words[key]]));
}
