import { MapProblem } from './map-problem.js';

/** The columns of a row: where in the chunk, which source, where in it, which name. All count from 0; -1 is none. */
export const rowLength = 6;

/** Ten times what the largest chunk has that we have seen. A row takes 24 bytes. */
const maxRows = 2_000_000;
/** What the format allows for each number: https://tc39.es/ecma426/#sec-base64-vlq */
const maxNumber = 2 ** 31 - 1;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const comma = 44;
const semicolon = 59;
const valueOf = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 64; digit += 1) valueOf[digits.charCodeAt(digit)] = digit;

/**
 * Reads the `mappings` of a source map into rows of `rowLength` numbers.
 * @param bounds how many sources and names the map has
 * @throws MapProblem for what no compiler writes: a number that overflows, a negative place, a source that the map does not have
 */
export function decodeMappings(mappings: string, bounds: { sources: number; names: number }): Int32Array {
  const rows = new Int32Array(rowLength * countSegments(mappings));
  // Of the segment, then of source, line, column and name. Only the first starts from 0 on each line.
  const fields = [0, 0, 0, 0, 0];
  let [row, line, at] = [0, 0, 0];
  while (at < mappings.length) {
    const character = mappings.charCodeAt(at);
    if (character === semicolon) [line, fields[0]] = [line + 1, 0];
    if (character === semicolon || character === comma) {
      at += 1;
      continue;
    }
    let count = 0;
    while (at < mappings.length && !isSeparator(mappings.charCodeAt(at))) {
      let number = 0;
      let scale = 1;
      let digit: number;
      do {
        digit = valueOf[mappings.charCodeAt(at)] ?? -1;
        if (digit < 0) throw new MapProblem('bad mappings'); // Also at the end of the text, which was cut.
        number += (digit & 31) * scale;
        scale *= 32;
        at += 1;
      } while (digit & 32 && scale <= maxNumber);
      if (digit & 32 || count === fields.length) throw new MapProblem('bad mappings');
      fields[count] = (fields[count] ?? 0) + (number % 2 === 1 ? -(number - 1) / 2 : number / 2);
      count += 1;
    }
    if (count !== 1 && count !== 4 && count !== 5) throw new MapProblem('bad mappings');
    for (const field of fields) if (field < 0 || field > maxNumber) throw new MapProblem('bad mappings');
    if (count > 1 && (fields[1] ?? 0) >= bounds.sources) throw new MapProblem('bad mappings');
    if (count > 4 && (fields[4] ?? 0) >= bounds.names) throw new MapProblem('bad mappings');
    rows[row] = line;
    for (let field = 0; field < fields.length; field += 1)
      rows[row + 1 + field] = field < count ? (fields[field] ?? 0) : -1;
    row += rowLength;
  }
  return rows.subarray(0, row);
}

const isSeparator = (character: number) => character === comma || character === semicolon;

function countSegments(mappings: string): number {
  let count = 1;
  for (let at = mappings.indexOf(','); at >= 0; at = mappings.indexOf(',', at + 1)) count += 1;
  for (let at = mappings.indexOf(';'); at >= 0; at = mappings.indexOf(';', at + 1)) count += 1;
  if (count > maxRows) throw new MapProblem('too large');
  return count;
}

/** Where the row begins that covers this place: the last at or before it, on the same line. -1: none. */
export function findRow(rows: Int32Array, line: number, column: number): number {
  let found = -1;
  let foundColumn = -1;
  for (let row = 0; row < rows.length; row += rowLength) {
    const rowLine = rows[row] ?? 0;
    if (rowLine > line) break;
    const rowColumn = rows[row + 1] ?? 0;
    // The rows of a line need not be in order: a difference of columns may be negative.
    if (rowLine === line && rowColumn <= column && rowColumn >= foundColumn) [found, foundColumn] = [row, rowColumn];
  }
  return found;
}
