const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Sentry's Relay reads no deeper: https://docs.rs/serde_json/latest/serde_json/struct.Deserializer.html#method.disable_recursion_limit */
const maxDepth = 128;

/** A call of `indexOf` costs as much as looking at so many bytes here, and most strings end before. */
const shortLength = 64;

/** Whether JSON nests no deeper than services read. `JSON.parse` blocks the process for 0.1 s with 1 MiB of opening brackets. */
export function isShallow(json: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at + 1);
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    if (depth > maxDepth) return false;
  }
  return true;
}

/** Where the string that begins at `from` has its closing quote; the length of the text if it has none. */
function endOfString(json: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    for (const near = Math.min(at + shortLength, json.length); at < near; at += 1) {
      const byte = json[at];
      if (byte === quote) return at;
      if (byte === backslash) at += 1;
    }
    const found = json.indexOf(quote, at);
    if (found === -1) return json.length;
    let unescaped = found;
    while (unescaped > at && json[unescaped - 1] === backslash) unescaped -= 1;
    if ((found - unescaped) % 2 === 0) return found;
    at = found + 1;
  }
}
