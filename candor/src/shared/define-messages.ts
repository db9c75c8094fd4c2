import type { Words } from './words/en.js';

type BuiltIn = 'ar' | 'de' | 'en' | 'fr';

/** It may call what translates the application. */
type Load<Own> = () => Own | PromiseLike<Own>;

/** By tag: all words of a language that Candor has not, or some words in place of Candor's. */
export type Messages<Tag extends string> = {
  readonly [key in Tag]: Load<key extends BuiltIn | `${BuiltIn}-${string}` ? Partial<Words> : Words>;
};

/**
 * A team's own words, the default export of the module that `messages` names in `withCandor`. A browser calls the function of one
 * language; a server calls all when it starts.
 * @returns the same
 */
export function defineMessages<Tag extends string>(messages: Messages<Tag>): Messages<Tag> {
  return messages;
}
