import type { Application } from '../application/read-application.js';

/** The languages of a site by its routing file's literal list, the default first. `undefined`: it has one language, or no such list. */
export function languagesOf(files: readonly { path: string; text: string }[]): string[] | undefined {
  const isRouting = ({ path, text }: { path: string; text: string }) =>
    /i18n|routing|locale|lang|proxy|middleware|next\.config/.test(path) || /\bdefaultLocale\b/.test(text);
  const routing = files.filter(isRouting);
  for (const { text } of routing) {
    const [, list] =
      /\b(?:locales|languages)\b[^=[\n]*[:=]\s*\[((?:\s*(['"])[\w-]{2,20}\2\s*,?)+)\s*\]/.exec(text) ?? [];
    if (list === undefined) continue;
    const tags = Array.from(list.matchAll(/['"]([\w-]+)['"]/g), ([, tag = '']) => tag);
    const [, , first] = /\bdefault(?:Locale|Language)\b[^=:\n]*[:=]\s*(['"])([\w-]+)\1/.exec(text) ?? [];
    return [...new Set(tags.includes(first ?? '') ? [first!, ...tags] : tags)];
  }
  return undefined;
}

/** Whether addresses begin with a language. */
export function hasLanguageSegment({ rootLayouts }: Application): boolean {
  return rootLayouts.some((layout) => /\[(?:locale|lang|lng|language)\]/.test(layout));
}
