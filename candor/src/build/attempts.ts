import { messageOf } from '../shared/error-parts.js';

/** Returns whether the step worked. */
export type Attempt = (file: string, consequence: string, step: () => void) => boolean;

/** Steps that may fail without failing the build. `warn` prints each consequence once: the end of a sentence about a file. */
export function attempts(): { attempt: Attempt; warn: () => void } {
  const failed = new Map<string, { file: string; reason: string }[]>();
  return {
    attempt(file, consequence, step) {
      try {
        step();
        return true;
      } catch (error) {
        failed.set(consequence, [...(failed.get(consequence) ?? []), { file, reason: messageOf(error) }]);
        return false;
      }
    },
    warn() {
      for (const [consequence, [first, ...others]] of failed) {
        const more = others.length > 0 ? `, like ${others.length} more,` : '';
        console.warn(`Candor: ${first!.file}${more} ${consequence}: ${first!.reason.replace(/\.$/, '')}.`);
      }
    },
  };
}
