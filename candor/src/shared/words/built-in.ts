import { primary } from '../languages.js';
import { words as ar } from './ar.js';
import { words as de } from './de.js';
import { words as en, type Words } from './en.js';
import { words as fr } from './fr.js';

/** The languages that come with Candor. For servers and builds: a browser loads one language. */
const builtIn: ReadonlyMap<string, Words> = new Map(Object.entries({ ar, de, en, fr }));

/** Candor's own words for a language, as `de` for `de-AT`; in English where it has none. */
export function builtInWords(tag: string): Words {
  return builtIn.get(primary(tag)) ?? en;
}

export function isBuiltIn(tag: string): boolean {
  return builtIn.has(primary(tag));
}
