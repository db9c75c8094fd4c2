type Numbers = readonly [major: number, minor: number, patch: number, canary: number];

/** `undefined` for what is neither a release nor a canary. */
function numbersOf(version: string): Numbers | undefined {
  const [, major, minor, patch, canary] = /^(\d+)\.(\d+)\.(\d+)(?:-canary\.(\d+))?$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  // A release comes after its canaries.
  return [Number(major), Number(minor), Number(patch), canary === undefined ? Infinity : Number(canary)];
}

/** The newest of these by its numbers; a registry lists them by their dates. */
export function newest(versions: readonly string[], kind: 'release' | 'canary'): string | undefined {
  return versions
    .flatMap((version) => {
      const numbers = numbersOf(version);
      return numbers && (numbers[3] === Infinity) === (kind === 'release') ? [{ version, numbers }] : [];
    })
    .sort((one, other) => compare(one.numbers, other.numbers))
    .at(-1)?.version;
}

function compare(one: Numbers, other: Numbers): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}
