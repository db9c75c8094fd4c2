const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Sentry's Relay reads no deeper: https://docs.rs/serde_json/latest/serde_json/struct.Deserializer.html#method.disable_recursion_limit */
const maxDepth = 128;

/** Whether JSON nests no deeper than services read. `JSON.parse` blocks the process for 0.1 s with 1 MiB of opening brackets. */
export function isShallow(json: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length && depth <= maxDepth; at += 1) {
    const byte = json[at];
    if (byte === quote) isInString = !isInString;
    else if (isInString) at += byte === backslash ? 1 : 0;
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  return depth <= maxDepth;
}
