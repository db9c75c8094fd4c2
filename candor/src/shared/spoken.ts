import { words } from '#words';
import type { Words } from './words/en.js';

export type Spoken = { words: Words; lang: string };

/** In the site's default language. */
export const spokenByBuild: Spoken = { words, lang: CANDOR_LANG };
