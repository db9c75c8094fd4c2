import type { Leftover } from '../application/plan.js';
import type { Application } from '../application/read-application.js';
import type { CodeFile } from './code-files.js';

const packages = /^(?:next-intl|next-international|next-i18next|@lingui\/react)$/;
const segment = /^(?:src\/)?app\/(?:.*\/)?\[(?:locale|lang|lng|language)\]\//;

/** Whether a site has several languages: by its packages, or by addresses that begin with one. */
export const isLocalized = (application: Application, files: readonly CodeFile[]) =>
  Object.keys(application.packages).some((name) => packages.test(name)) || files.some(({ path }) => segment.test(path));

export const nameLanguages = (path: string): Leftover => ({
  path,
  says: 'The application has several languages. List them, the default first:',
  write: `withCandor(nextConfig, { languages: ['en', 'de'] })`,
});

/** The languages of a site by its routing file's literal list, the default first. `undefined`: it has one language, or no such list. */
export function languagesOf(files: readonly CodeFile[]): string[] | undefined {
  const isRouting = ({ path, text }: CodeFile) =>
    /i18n|routing|locale|lang|proxy|middleware|next\.config/.test(path) || /\bdefaultLocale\b/.test(text);
  for (const { text } of files.filter(isRouting)) {
    const [, list] =
      /\b(?:locales|languages)\b[^=[\n]*[:=]\s*\[((?:\s*(['"])[\w-]{2,20}\2\s*,?)+)\s*\]/.exec(text) ?? [];
    if (list === undefined) continue;
    const tags = Array.from(list.matchAll(/['"]([\w-]+)['"]/g), ([, tag = '']) => tag);
    const [, , first] = /\bdefault(?:Locale|Language)\b[^=:\n]*[:=]\s*(['"])([\w-]+)\1/.exec(text) ?? [];
    return [...new Set(tags.includes(first ?? '') ? [first!, ...tags] : tags)];
  }
  return undefined;
}
