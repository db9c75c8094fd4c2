import { spokenByBuild, type Spoken } from '../shared/spoken.js';
import { localWords, useLocalWords } from './visitor-words.js';

/** All words for a screen. Only for what is loaded after a failure: every page has those of failure.tsx. */
export function useWords(): Spoken {
  return useLocalWords() ?? spokenByBuild;
}

/** The same outside of React. */
export function currentWords(): Spoken {
  return localWords() ?? spokenByBuild;
}
