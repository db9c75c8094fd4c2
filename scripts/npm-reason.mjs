// @ts-check

/**
 * The reason that npm gives for its failure, without the help that follows it, the address of its log and the warnings before it.
 * @param {string} printed the standard error of npm
 * @returns {string | undefined} lines; `undefined`: npm gave none
 */
export function npmReason(printed) {
  const lines = printed
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) ?(.*)$/.exec(line.trimEnd())?.[1] ?? [])
    .filter((line) => line !== '' && !/^(code \w+$|A complete log |Run "npm help )/.test(line));
  const usage = lines.indexOf('Usage:');
  // A title stands before the usage.
  const reason = usage > 0 ? lines.slice(0, usage - 1) : lines;
  return reason.length > 0 ? reason.join('\n') : undefined;
}
