import { isUtf8 } from 'node:buffer';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

// An event of an SDK has some 25.
const maxFields = 500;

/**
 * Reads fields of a JSON object. Of a repeated field the last counts, as in `JSON.parse`.
 * The time depends only on the text's length: `JSON.parse` blocks the process for half a second with 1 MiB of brackets.
 * The content of other fields is not checked.
 * @returns the value's JSON by the field's name; `undefined`: the text is not an object, has more than 500 fields, or has
 * an escape in a field's name, which no SDK writes and which could hide any name
 */
export function readFields(json: Uint8Array, names: readonly string[]): Map<string, Uint8Array> | undefined {
  let at = afterSpace(json, 0);
  if (json[at] !== openBrace || !isUtf8(json)) return undefined;
  const fields = new Map<string, Uint8Array>();
  const quoted = names.map((name) => Buffer.from(`"${name}"`));
  at = afterSpace(json, at + 1);
  if (json[at] === closeBrace) return isEnd(json, at + 1) ? fields : undefined;
  for (let count = 0; count < maxFields; count += 1) {
    const keyEnd = json[at] === quote ? afterString(json, at) : -1;
    const colonAt = keyEnd === -1 ? -1 : afterSpace(json, keyEnd);
    if (json[colonAt] !== colon) return undefined;
    const value = afterSpace(json, colonAt + 1);
    const end = endOfValue(json, value);
    if (has(json, backslash, at, keyEnd)) return undefined;
    const name = names[quoted.findIndex((key) => key.length === keyEnd - at && startsWith(json, key, at))];
    if (name !== undefined) fields.set(name, json.subarray(value, end));
    if (json[end] === closeBrace) return isEnd(json, end + 1) ? fields : undefined;
    if (json[end] !== comma) return undefined;
    at = afterSpace(json, end + 1);
  }
  return undefined;
}

/** The value of a short JSON text; `null`: it is not JSON, or too long to matter. */
export function parseShort(json: Uint8Array): unknown {
  if (json.byteLength > 256) return null;
  try {
    return JSON.parse(Buffer.from(json).toString()) as unknown;
  } catch {
    return null; // No id and no type, whatever else it is.
  }
}

function startsWith(json: Uint8Array, start: Uint8Array, from: number): boolean {
  return start.every((byte, index) => json[from + index] === byte);
}

function has(json: Uint8Array, byte: number, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (json[at] === byte) return true;
  return false;
}

function afterSpace(json: Uint8Array, from: number): number {
  let at = from;
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at += 1;
  return at;
}

function isEnd(json: Uint8Array, from: number): boolean {
  return afterSpace(json, from) === json.length;
}

/** `from` is the position of the opening quote. -1: the string has no end. */
function afterString(json: Uint8Array, from: number): number {
  for (let at = from + 1; ;) {
    for (const near = at + 64; at < near && at < json.length; at += 1) {
      if (json[at] === quote) return at + 1;
      if (json[at] === backslash) at += 1;
    }
    // The runtime searches a long text six times as fast as this loop, and a short one more slowly.
    const found = json.indexOf(quote, at);
    if (found === -1) return -1;
    let escapes = found;
    while (escapes > at && json[escapes - 1] === backslash) escapes -= 1;
    if ((found - escapes) % 2 === 0) return found + 1;
    at = found + 1;
  }
}

/** The position of the comma or brace that follows a value. -1: the value has no end. */
function endOfValue(json: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      at = afterString(json, at) - 1;
      if (at < 0) return -1;
    } else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (depth === 0 && (byte === comma || byte === closeBrace)) return at;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  return -1;
}
