// Next writes these characters of a parameter into the names of files, encoded, and one more time where they were encoded.
const escaped = /(%(?:25)?(?:2f|23|3f|5c))/i;

/** A path as a browser requests it, of one as the file system has it. */
export function requestPath(path: string): string {
  return path
    .split(escaped)
    .map((part, index) => (index % 2 === 1 ? part : encodeURI(part).replaceAll('?', '%3F').replaceAll('#', '%23')))
    .join('');
}
