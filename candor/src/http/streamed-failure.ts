import type { ServerResponse } from 'node:http';
import { isFailedDocument } from '../internals/server/failed-document.js';
import { insertAfterFailedPart } from '../internals/server/failed-part.js';
import { patch } from '../internals/patch.js';

type Screen = {
  /** Makes HTML that browsers with scripts ignore, if there is such a part: most pages fail before they are sent. */
  notice: () => string;
  /** Fills a document that Next sends with an empty body, though its status says that nothing failed. */
  fill: (document: Buffer) => Buffer;
};
type Notices = Map<string, Screen>;
type Method = (...args: unknown[]) => unknown;

const own = patch('failed-part');

/** The notices of each page that is being sent, by the digest of the failure. */
const notices = new WeakMap<ServerResponse, Notices>();

/**
 * Puts a notice into a page that was partly sent when a part of it failed: beside the markup that React then streams in place
 * of that part. Without scripts the page would go on showing that the part is loading. A page that fails as a whole when its
 * status was decided gets the whole screen.
 *
 * Wraps `write` and `end` of this one response: Next looks them up for each part, which is not compressed by then.
 */
export function addStreamedNotice(response: ServerResponse, digest: string, screen: Screen): void {
  const known = notices.get(response);
  if (known) return void known.set(digest, screen);
  const added: Notices = new Map([[digest, screen]]);
  notices.set(response, added);
  const insert = (part: unknown) => {
    if (!ArrayBuffer.isView(part) || !isDocument(response)) return part;
    const sent = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const isRewritten = response.statusCode >= 400 && !response.headersSent; // As a whole.
    return !isRewritten && isFailedDocument(sent) ? screen.fill(sent) : insertNotices(sent, added);
  };
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

function insertNotices(chunk: Buffer, added: Notices): Buffer {
  let sent = chunk;
  for (const [digest, { notice }] of added) sent = insertAfterFailedPart(sent, digest, notice);
  return sent;
}
