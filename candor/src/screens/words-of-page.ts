/** What every page loads of the words, in the language of the build: build/languages.ts inlines it. */
export const wordsOfPage = {
  failed: CANDOR_WORDS_FAILED,
  notYours: CANDOR_WORDS_NOT_YOURS,
  ifSent: CANDOR_WORDS_IF_SENT,
  quote: CANDOR_WORDS_QUOTE,
  again: CANDOR_WORDS_AGAIN,
  home: CANDOR_WORDS_HOME,
  updated: CANDOR_WORDS_UPDATED,
  reloading: CANDOR_WORDS_RELOADING,
  unreachable: CANDOR_WORDS_UNREACHABLE,
};
