import { digestOf } from '../../shared/digest.js';
import { patch } from '../patch.js';

const own = patch('flight-rows');

// As Next writes them: text, or binary data in base64. Inside, `<` is escaped.
const pushes = /<script[^<>]*>self\.__next_f\.push\((\[[13],"[^<]*"\])\)<\/script>/g;
// Text and binary data say their length. JSON begins with none of these letters.
const row = /[^:]*:(?:[TAOobUSsLlGgMmV]([0-9a-f]+),|(?![TAOobUSsLlGgMmV])([^\n]*)\n)/y;

/**
 * The complete rows of React's data in a document, each without its id: `E{"digest":"…"}`. Rows that say their length are left out: a
 * long text of a visitor may look like other rows.
 * @see https://github.com/facebook/react/blob/main/packages/react-client/src/ReactFlightClient.js `processBinaryChunk`
 */
export function flightRowsOf(document: Buffer): string[] {
  const data = dataOf(document);
  const rows: string[] = [];
  for (let found; (found = row.exec(data));) {
    own.seen();
    const [, length, text] = found;
    if (length !== undefined)
      row.lastIndex += parseInt(length, 16); // Perhaps past the data.
    else if (text !== undefined) rows.push(Buffer.from(text, 'latin1').toString());
  }
  return rows;
}

/** The digest of the error that scripts will show, in the data that the document has for them. */
export function digestInDocument(document: Buffer): string | undefined {
  const errors = flightRowsOf(document).filter((row) => row.startsWith('E'));
  const digest = errors.map((row) => digestOf(parseFlight(row.slice(1)))).find((found) => found !== undefined);
  if (digest === undefined && document.includes('\\"digest\\":'))
    own.expectSeen('The data of a document for its scripts has another form.');
  return digest;
}

/** The page's stylesheets of this site, which its header `Link` names, and the document itself only once scripts run. */
export function stylesheetsOf(link: unknown, document: Buffer): string[] {
  const preloaded = String(link ?? '').matchAll(/<([^<>]+)>;[^,<]*as="style"/g);
  const hints = flightRowsOf(document)
    .filter((row) => row.startsWith('HL'))
    .map((row) => parseFlight(row.slice(2)) as [address: string, type: string] | undefined)
    .flatMap((hint) => (hint?.[1] === 'style' ? [hint[0]] : []));
  return [...new Set([...Array.from(preloaded, ([, address = '']) => address), ...hints])].filter(isOfThisSite);
}

const site = 'http://this.site';

/** `//host`, `/\host` and the like are addresses of another site. */
const isOfThisSite = (address: string) =>
  address.startsWith('/') && URL.canParse(address, site) && new URL(address, site).origin === site;

/** A value that React has written as JSON, or `undefined`. */
function parseFlight(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // Nothing that React writes today.
  }
}

/** A character for each byte. */
function dataOf(document: Buffer): string {
  const parts = Array.from(document.toString().matchAll(pushes), ([, pushed = '']) => {
    const [kind, part] = (parseFlight(pushed) ?? [1, '']) as [number, string];
    return Buffer.from(part, kind === 1 ? 'utf8' : 'base64').toString('latin1');
  });
  return parts.join('');
}
