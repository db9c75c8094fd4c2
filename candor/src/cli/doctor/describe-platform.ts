import type { Leftover } from '../plan.js';
import { platforms, type Fact, type Platform } from './platforms.js';
import type { Recognized } from './recognize-platforms.js';

const sentences = (facts: readonly Fact[]) => facts.map(({ says }) => says).join(' ');

/** Whether Candor ran there, or in a stand-in for it. */
export function wasRun({ whole, weaker, settings }: Platform): boolean {
  return [...whole, ...weaker, ...settings].some(({ how }) => how === 'run');
}

/** What a person should know about the platform of an application. Nothing has to be done. */
export function describePlatform({ id, foundBy }: Recognized): Leftover {
  const platform: Platform = platforms[id];
  const lines = [
    `This is for ${platform.name.replace(/^A /, 'a ')}.${wasRun(platform) ? '' : ' Nobody tried Candor there: we read its documents.'}`,
    `Works whole: ${sentences(platform.whole)}`,
    `Weaker: ${sentences(platform.weaker)}`,
    `Settings: ${sentences(platform.settings)}`,
    'See “Where do I run” in docs/operating.md, and follow one failure with `npx candor doctor --url … --fail …`.',
  ];
  return { path: foundBy, says: lines.join('\n  '), isOptional: true };
}
