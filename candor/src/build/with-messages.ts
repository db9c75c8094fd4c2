import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';
import { afterCompile } from './after-compile.js';
import type { CandorSettings } from './candor-settings.js';
import { problemsOfMessages, type WordsByTag } from './check-messages.js';
import { languagesOfSite } from './languages.js';

/** Has each build end with an error where the team's own words are not whole. Their types say the same, where there are types. */
export function withMessages(nextConfig: NextConfig, settings: CandorSettings): NextConfig {
  if (settings.messages === undefined) return nextConfig;
  return afterCompile(nextConfig, async ({ distDir }) => {
    const words = await loadTeamWords(distDir, settings);
    const problems = words && problemsOfMessages(words, languagesOfSite(settings));
    if (problems && problems.length > 0) throw new Error([`${settings.messages}:`, ...problems].join('\n  '));
  });
}

/**
 * The team's own words, of the code that the build has compiled: in a process of its own, with which everything ends that the module
 * starts. `undefined`: there are none, or they cannot be loaded, of which the build warns.
 */
export async function loadTeamWords(distDir: string, { messages }: CandorSettings): Promise<WordsByTag | undefined> {
  if (messages === undefined) return undefined;
  const script = fileURLToPath(new URL('print-messages.js', import.meta.url));
  try {
    const args = [script, join(distDir, 'server/instrumentation.js')];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    return JSON.parse(
      stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .at(-1)!,
    ) as WordsByTag;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`Candor: messages were not checked, since the build’s instrumentation could not be loaded: ${reason}`);
    return undefined;
  }
}
