import { patch } from '../patch.js';

const own = patch('flight-rows');

// As Next writes them: text, or binary data in base64. Inside, `<` is escaped.
const pushes = /<script[^<>]*>self\.__next_f\.push\((\[[13],"[^<]*"\])\)<\/script>/g;
const lineBreak = 0x0a;
const comma = 0x2c;

/**
 * The rows of the data that React has put into a document for its scripts, as far as they are complete, each without its id:
 * `E{"digest":"…"}`. A row ends with a line break, or has as many bytes as it says. Those are left out: a long text of a visitor
 * stands there as it was written, and may look like other rows.
 * @see https://github.com/facebook/react/blob/main/packages/react-client/src/ReactFlightClient.js `processBinaryChunk`
 */
export function flightRowsOf(document: Buffer): string[] {
  const data = dataOf(document);
  const rows: string[] = [];
  for (let at = 0; at < data.length;) {
    const start = data.indexOf(':', at) + 1;
    if (start === 0) break;
    const end = endOfLengthRow(data, start);
    at = end ?? data.indexOf(lineBreak, start) + 1;
    if (at === 0) break;
    own.seen();
    if (end === undefined) rows.push(data.toString('utf8', start, at - 1));
  }
  return rows;
}

/** To be called for a document that has such data. */
export function expectRows(): void {
  own.expectSeen('The data of a document for its scripts has another form.');
}

/** A value that React has written as JSON, or `undefined`. */
export function parseFlight(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // Nothing that React writes today.
  }
}

function dataOf(document: Buffer): Buffer {
  const parts = Array.from(document.toString().matchAll(pushes), ([, pushed = '']) => {
    const [kind, part] = (parseFlight(pushed) ?? [1, '']) as [number, string];
    return Buffer.from(part, kind === 1 ? 'utf8' : 'base64');
  });
  return Buffer.concat(parts);
}

/**
 * Where a row ends that says its length: a text or binary data. JSON begins with none of these letters.
 * @returns `undefined`: it is a row of the other kind. It may end past the data.
 */
function endOfLengthRow(data: Buffer, start: number): number | undefined {
  if (!/[TAOobUSsLlGgMmV]/.test(data.toString('latin1', start, start + 1))) return undefined;
  const end = data.indexOf(comma, start);
  return end < 0 ? data.length : end + 1 + parseInt(data.toString('latin1', start + 1, end), 16);
}
