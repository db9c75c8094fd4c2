import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { traceFiles } from '../../internals/build/trace-files.js';
import { checkLook, lookFile, type Look } from '../../shared/look.js';
import type { CandorSettings } from '../candor-settings.js';
import type { inlinedSettings } from '../inlined-settings.js';
import { languageCookie, languagesOfSite } from '../languages.js';
import { loadTeamWords } from '../with-messages.js';
import { unavailableDocument, type UnavailablePage } from './unavailable-document.js';
import { wordsFor } from './words.js';

/** Where a build keeps the page that a proxy sends when no instance responds, relative to its own folder. Next serves nothing of it. */
const unavailableFile = 'unavailable.html';

/** What arrives with the first packets of a connection: https://www.rfc-editor.org/rfc/rfc6928 */
const mostBytes = 14_000;

type Inlined = ReturnType<typeof inlinedSettings>;

/** Writes the page for a site that does not respond into a build, with the look that the build has found before. */
export async function writeUnavailablePage(
  distDir: string,
  settings: CandorSettings,
  basePath: string,
  inlined: Inlined,
): Promise<void> {
  const words = wordsFor(languagesOfSite(settings), await loadTeamWords(distDir, settings));
  const languages = { words, languageCookie: languageCookie(settings) };
  const problem = problemOf(() => writePage(distDir, languages, basePath, inlined));
  if (problem !== undefined) console.warn(`Candor: ${problem}`);
}

type Languages = Pick<UnavailablePage, 'words' | 'languageCookie'>;

/** @returns the size of the page in bytes */
function writePage(distDir: string, languages: Languages, basePath: string, { everywhere, onServer }: Inlined): number {
  const page = unavailableDocument({
    ...languages,
    look: builtLook(distDir),
    titleEnd: everywhere.CANDOR_TITLE_END,
    themeKey: onServer.CANDOR_THEME_KEY,
    basePath,
    probe: everywhere.CANDOR_TUNNEL,
  });
  writeFileSync(join(distDir, unavailableFile), page);
  traceFiles(distDir, [unavailableFile]);
  return Buffer.byteLength(page);
}

function builtLook(distDir: string): Look | undefined {
  const file = join(distDir, lookFile);
  if (!existsSync(file)) return undefined;
  return checkLook((JSON.parse(readFileSync(file, 'utf8')) as { look?: unknown }).look);
}

/** The build is as good without the page: then visitors read the proxy's own. */
function problemOf(write: () => number): string | undefined {
  try {
    const bytes = write();
    if (bytes < mostBytes) return undefined;
    return `${unavailableFile} has ${bytes} bytes. From ${mostBytes} on it does not arrive at once; a shorter siteName or a shorter list of fonts may help.`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${unavailableFile} may be missing or not be deployed, so visitors read your proxy's own page when no instance responds: ${reason.replace(/\.$/, '')}.`;
  }
}
