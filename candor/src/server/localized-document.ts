import { directionOf } from '../shared/languages.js';
import { spokenByBuild, type Spoken } from '../shared/spoken.js';
import type { Words } from '../shared/words/en.js';

/** Whether all of a screen for an expected outcome is in this start of a document, or none is. */
export function hasWholeScreen(html: string): boolean {
  const start = html.indexOf(screen);
  return start >= 0 ? html.indexOf('</main>', start) >= 0 : html.includes('</body>');
}

const screen = '<main class="candor screen"';

/**
 * Says a screen for an expected outcome in the visitor's language: Next renders it once for all visitors, in that of the build. What
 * else is in the document stays.
 * @param html with that screen whole
 */
export function localizedDocument(html: string, { words, lang }: Spoken): string {
  const status = ([401, 403, 404] as const).find((each) => html.includes(`>${rendered(`title${each}`)}</h1>`));
  if (status === undefined) return html;
  const start = html.indexOf(screen);
  const end = html.indexOf('</main>', start);
  if (start < 0 || end < 0) return html;
  const said = [`title${status}`, `text${status}`, 'home'] as const;
  const main = said
    .reduce((text, key) => text.replace(`>${rendered(key)}<`, () => `>${escaped(words[key])}<`), html.slice(start, end))
    .replace(/^[^>]*>/, `${screen} lang="${lang}" dir="${directionOf(lang)}">`);
  const title = (text: string) =>
    text.replace(`<title>${rendered(`title${status}`)}`, () => `<title>${escaped(words[`title${status}`])}`);
  return title(html.slice(0, start)) + main + title(html.slice(end));
}

const rendered = (key: keyof Words) => escaped(spokenByBuild.words[key]);

/** As React writes a text into HTML. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character)!);
}

const entities = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }));
