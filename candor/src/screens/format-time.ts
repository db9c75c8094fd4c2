import { primary } from '../shared/languages.js';
import { formatUtc } from './format-utc.js';

/** The time in UTC, as the language writes it; in English as in the log. */
export function formatTime(time: Date, lang: string): string {
  if (primary(lang) === 'en') return formatUtc(time);
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(time);
}
