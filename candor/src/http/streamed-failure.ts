import type { ServerResponse } from 'node:http';
import { insertAfterFailedPart } from '../internals/server/failed-part.js';
import { patch } from '../internals/patch.js';

type Notices = Map<string, () => string>;
type Method = (...args: unknown[]) => unknown;

const own = patch('failed-part');

/** The notices of each page that is being sent, by the digest of the failure. */
const notices = new WeakMap<ServerResponse, Notices>();

/**
 * Puts a notice into a page that was partly sent when a part of it failed: beside the markup that React then streams in place
 * of that part. Without scripts the page would go on showing that the part is loading.
 *
 * Wraps `write` and `end` of this one response: Next looks them up for each part, which is not compressed by then.
 * @param notice makes HTML that browsers with scripts ignore, if there is such a part: most pages fail before they are sent
 */
export function addStreamedNotice(response: ServerResponse, digest: string, notice: () => string): void {
  const known = notices.get(response);
  if (known) return void known.set(digest, notice);
  const added: Notices = new Map([[digest, notice]]);
  notices.set(response, added);
  const insert = (part: unknown) =>
    ArrayBuffer.isView(part) && isDocument(response) ? insertNotices(part, added) : part;
  const methods = response as unknown as Record<'write' | 'end', Method>;
  for (const name of ['write', 'end'] as const) {
    const method = methods[name];
    methods[name] = (part, ...rest) =>
      method.call(
        response,
        own.attempt(() => insert(part), part),
        ...rest,
      );
  }
}

/** The data of a client navigation has the digest too, and no markup. */
function isDocument(response: ServerResponse): boolean {
  return String(response.getHeader('Content-Type')).toLowerCase().startsWith('text/html');
}

function insertNotices(chunk: ArrayBufferView, added: Notices): Buffer {
  let sent: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  for (const [digest, notice] of added) sent = insertAfterFailedPart(sent, digest, notice);
  return sent;
}
