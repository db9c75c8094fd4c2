// @ts-check

/**
 * A warning about a version of Node that the tests do not run with.
 * @param {string} engines the range of package.json: one `^major.minor.patch` for each line, the oldest first
 * @param {string} version as `process.versions.node` has it
 * @returns {{ sentence: string, isTooOld: boolean } | undefined} `undefined`: it is a tested one
 */
export function untestedNode(engines, version) {
  const lines = engines.split(' || ').map((range) => numbersOf(range.replace('^', '')));
  const [major, minor] = numbersOf(version);
  if (lines.some((line) => major === line[0] && minor >= line[1])) return undefined;

  const [oldest = [0, 0]] = lines;
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    return { isTooOld: true, sentence: `Node ${oldest.join('.')} or later is needed; this is ${version}.` };
  }
  const tested = lines.map((line) => (line[1] > 0 ? `${line[0]} from ${line.join('.')} on` : `${line[0]}`));
  return { isTooOld: false, sentence: `Node ${version} is not tested. Tested are: ${tested.join(', ')}.` };
}

/**
 * @param {string} version
 * @returns {[major: number, minor: number]}
 */
function numbersOf(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}
