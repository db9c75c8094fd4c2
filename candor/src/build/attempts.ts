/** Runs a step on a file of a build. Returns whether it worked. */
export type Attempt = (file: string, consequence: string, step: () => void) => boolean;

/** Steps that may fail without failing the build. `sentences`: what did not work, one for each consequence, the end of a sentence about the file. */
export function attempts(): { attempt: Attempt; sentences: () => string[] } {
  const failed = new Map<string, { file: string; reason: string }[]>();
  return {
    attempt(file, consequence, step) {
      try {
        step();
        return true;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        failed.set(consequence, [...(failed.get(consequence) ?? []), { file, reason }]);
        return false;
      }
    },
    sentences: () =>
      [...failed].map(([consequence, [first, ...others]]) => {
        const more = others.length > 0 ? `, like ${others.length} more,` : '';
        return `${first!.file}${more} ${consequence}: ${first!.reason.replace(/\.$/, '')}.`;
      }),
  };
}
