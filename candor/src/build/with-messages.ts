import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';
import type { CandorSettings } from './candor-settings.js';
import { problemsOfMessages, type WordsByTag } from './check-messages.js';
import { defaultLanguage, tagsOf } from './languages.js';

/** Has each build end with an error where the team's own words are not whole. Their types say the same, where there are types. */
export function withMessages(nextConfig: NextConfig, settings: CandorSettings): NextConfig {
  if (settings.messages === undefined) return nextConfig;
  const own = nextConfig.compiler?.runAfterProductionCompile;
  return {
    ...nextConfig,
    compiler: {
      ...nextConfig.compiler,
      async runAfterProductionCompile(build) {
        await own?.(build);
        const words = await loadWords(build.distDir);
        const tags = tagsOf(settings.languages);
        const problems = words && problemsOfMessages(words, tags.length > 0 ? tags : [defaultLanguage(settings)]);
        if (problems && problems.length > 0) throw new Error([`${settings.messages}:`, ...problems].join('\n  '));
      },
    },
  };
}

/** Of the code that the build has compiled, in a process of its own: what the module does at its start ends with that. */
async function loadWords(distDir: string): Promise<WordsByTag | undefined> {
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
