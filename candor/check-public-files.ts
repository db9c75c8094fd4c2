import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files of `app/` that Next serves at a fixed path: https://nextjs.org/docs/app/api-reference/file-conventions/metadata */
const served = [
  { path: 'favicon.ico', file: /^favicon\.ico$/ },
  { path: 'manifest.webmanifest', file: /^manifest\.(webmanifest|[jt]sx?)$/ },
  { path: 'robots.txt', file: /^robots\.(txt|[jt]sx?)$/ },
  { path: 'sitemap.xml', file: /^sitemap\.(xml|[jt]sx?)$/ },
];

/**
 * Which of an application's own metadata files nobody gets, because `public/` has one for the same path: sentences, each with
 * what to do. Next says so under `next dev` only.
 */
export function checkPublicFiles(folder: string): string[] {
  const app = ['src/app', 'app'].find((path) => existsSync(join(folder, path)));
  if (app === undefined) return [];
  const files = readdirSync(join(folder, app));
  return served
    .filter(({ path }) => existsSync(join(folder, 'public', path)))
    .flatMap(({ path, file }) => files.filter((each) => file.test(each)).map((each) => ({ path, each })))
    .map(({ path, each }) => `public/${path} is sent in place of ${app}/${each}: remove one of them.`);
}
