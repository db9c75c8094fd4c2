import { ansiColour } from './scrub.js';

// Control and format characters (of direction too), line separators and halves of surrogate pairs: everything that a
// terminal or a reader may take for something else than text. https://www.unicode.org/reports/tr44/#General_Category_Values
const invisible = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`;
const pattern = new RegExp(invisible, 'gu');
const patternOrColour = new RegExp(`${ansiColour.source}|${invisible}`, 'gu');

/** `\u001b` becomes its escape sequence; line feeds and tabs stay, and with `keepColours` the codes of colours. */
export function escapeInvisible(text: string, { keepColours = false } = {}): string {
  return text.replace(keepColours ? patternOrColour : pattern, (found) =>
    found.endsWith('m') ? found : found.replace(/[^]/g, escaped),
  );
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
