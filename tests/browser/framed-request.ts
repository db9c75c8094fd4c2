import { openRaw } from '../support/raw-connection';
import { waitUntil } from '../support/wait-until';

type Form = { method: string; version: string; headers: Record<string, string> };

/**
 * Sends one request on a connection of its own, and a second one if the connection is kept.
 * @returns how the end of the response is known (https://www.rfc-editor.org/rfc/rfc9112#section-6.3; `unknown`: a client waits for it
 * for ever), whether the connection was kept, and the status of the second response
 */
async function framedRequest(url: string, path: string, { method, version, headers }: Form) {
  const connection = await openRaw(url);
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`${method} ${path} HTTP/${version}\r\n${lines.join('')}\r\n`);
  const { status, head } = await connection.response(0);
  const field = (name: string) => new RegExp(`^${name}: *(.*)\r$`, 'im').exec(head)?.[1]?.toLowerCase();
  const isKept = version === '1.1' ? field('connection') !== 'close' : field('connection') === 'keep-alive';
  const body = () => connection.text().slice(connection.text().indexOf('\r\n\r\n') + 4);
  const length = field('content-length');

  const isWhole = () => (length === undefined ? endsWithLastChunk(body()) : body().length >= Number(length));
  const readToEnd = async () => {
    if (method === 'HEAD' || status === 204 || status === 304) return 'no body';
    const framing = field('transfer-encoding') === 'chunked' ? 'chunks' : length === undefined ? undefined : 'length';
    if (framing === undefined) return isKept ? 'unknown' : (await connection.end(), 'close');
    await waitUntil('the end of the body', () => isWhole() || !connection.isOpen());
    return isWhole() ? framing : 'cut off';
  };

  const framing = await readToEnd();
  let next: number | undefined;
  if (isKept && framing !== 'unknown' && framing !== 'cut off') {
    connection.write(`GET /monitoring HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    next = (await connection.response(1)).status;
  } else if (framing !== 'unknown') await connection.end();
  connection.destroy();
  return { framing, isKept, next };
}

/** Every way to ask for a path that may change how the end of the response is known. */
const forms = ['GET', 'HEAD', 'POST'].flatMap((method) =>
  ['text/html', '*/*'].flatMap((accept) =>
    ['gzip', 'identity'].flatMap((encoding) =>
      ['1.0', '1.1'].map((version): Form => {
        const body = method === 'POST' && { 'Content-Length': '0' };
        const kept = version === '1.0' && { Connection: 'keep-alive' };
        return { method, version, headers: { Accept: accept, 'Accept-Encoding': encoding, ...body, ...kept } };
      }),
    ),
  ),
);

/**
 * The forms of a request whose response has no end that is known, or whose connection is neither usable nor closed.
 * @param isCutOff the response may end before its end is known, with its connection
 */
export async function badlyFramed(
  url: string,
  path: string,
  { methods, isCutOff = false }: { methods?: string[]; isCutOff?: boolean } = {},
) {
  const found = forms
    .filter(({ method }) => methods?.includes(method) ?? true)
    .map(async (form) => {
      const { framing, isKept, next } = await framedRequest(url, path, form);
      const isEnded = framing === 'cut off' ? isCutOff : framing !== 'unknown' && (!isKept || next === 200);
      return isEnded ? [] : [{ ...form, framing, isKept, next }];
    });
  return (await Promise.all(found)).flat();
}

function endsWithLastChunk(body: string): boolean {
  for (let at = 0; ;) {
    const sizeEnd = body.indexOf('\r\n', at);
    if (sizeEnd < 0) return false;
    const size = parseInt(body.slice(at, sizeEnd), 16);
    if (size === 0) return body.endsWith('\r\n\r\n');
    at = sizeEnd + 2 + size + 2;
  }
}
