import { words } from '#words';
import type { Words } from './words/en.js';

/** Words, and the tag of the language that they are in. */
export type Spoken = { words: Words; lang: string };

/** Those of the build: the site's default language. */
export const spokenByBuild: Spoken = { words, lang: CANDOR_LANG };
