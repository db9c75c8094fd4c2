/** The text of a script, and its start tag. */
type Found = { tag: string; text: string };

// In characters. The first script with a page's data has some twenty of them.
const maxScript = 1024 * 1024;

/**
 * Finds scripts in markup that comes in parts, by the characters alone: what is written as `<script …>text</script>` is found
 * whatever stands around it, such as an unclosed comment, attribute or other script. So markup that somebody
 * inserts into a document cannot hide a script of it. One whose text contains a start tag of another is not found.
 * @param isIt is called for each script until it returns `true`
 * @returns a function that takes the next part, and returns whether it was found by then
 */
export function createScriptSearch(isIt: (script: Found) => boolean): (part: string) => boolean {
  let unread = '';
  let isFound = false;

  return (part) => {
    if (isFound) return true;
    const text = unread + part;
    let from = 0;
    let end = text.indexOf('</script', Math.max(0, unread.length - '</script'.length));
    for (; end !== -1 && !isFound; end = text.indexOf('</script', from)) {
      const piece = text.slice(from, end);
      const start = piece.lastIndexOf('<script');
      const tagEnd = start === -1 ? -1 : piece.indexOf('>', start);
      isFound = tagEnd !== -1 && isIt({ tag: piece.slice(start, tagEnd + 1), text: piece.slice(tagEnd + 1) });
      from = end + 1;
    }
    // From the start of the last script on, which may end in the next part, or where a tag may be cut.
    const rest = text.slice(from);
    const open = rest.lastIndexOf('<script');
    const isKept = open !== -1 && rest.length - open <= maxScript;
    unread = isFound ? '' : rest.slice(isKept ? open : Math.max(0, rest.length - '</script'.length));
    return isFound;
  };
}
