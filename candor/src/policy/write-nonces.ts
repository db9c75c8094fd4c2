import type * as InlineCode from './inline-code.js';

/** What was seen of a document's inline scripts by now. */
type SeenScripts = {
  /** A script had the nonce before this wrote any. */
  hadNonce: boolean;
  /** One of those that get the nonce had it. */
  arrived: boolean;
  /** One that loads a file of the build had it. */
  arrivedAtFile: boolean;
  /** One of those that get it had none, or another one. */
  lackedNonce: boolean;
  /** Any other inline script without the nonce, which the policy blocks. */
  isBlocked: boolean;
  /** A file of the build is loaded. */
  hasChunk: boolean;
};

export type NonceWriter = {
  /** The bytes to send by now, of all that were given. */
  write: (part: Buffer) => Buffer;
  /** Those that are left. */
  end: () => Buffer;
  readonly seen: SeenScripts;
};

// A script that is longer goes out without the nonce.
const maxHeldBytes = 1024 * 1024;

// As React writes it: no attribute is written twice, and no character of a value ends it for another reader of HTML.
const plainTag = /^<script(?: (?:id|nonce)="[^"<>&]*")*>$/;

const [startTag, endTag] = ['<script', '</script>'];

/**
 * Writes the nonce into inline scripts of a document while it is sent. The document is read as a browser reads it: what stands in
 * a comment, an attribute or another script is none.
 *
 * When reading throws, the rest goes out as it came.
 * @param getsNonce tells by a script's text. It must be `true` only for a text that does no harm, no matter who has written it
 */
export function createNonceWriter(
  nonce: string,
  getsNonce: (text: string) => boolean,
  { createMarkupReader }: Pick<typeof InlineCode, 'createMarkupReader'>,
  failed: (error: unknown) => void,
): NonceWriter {
  const seen: SeenScripts = {
    hadNonce: false,
    arrived: false,
    arrivedAtFile: false,
    lackedNonce: false,
    isBlocked: false,
    hasChunk: false,
  };
  let isBroken = false;
  let held = ''; // One character a byte, wherever a part was cut.
  let sentCount = 0;
  let places: { startOffset: number; endOffset: number }[] = [];

  const reader = createMarkupReader(
    {
      onStartTag({ tagName, attrs }) {
        if (tagName !== 'script') return;
        const isChunk = attrs.some(({ name, value }) => name === 'src' && value.includes('/_next/static/'));
        const hasNonce = attrs.some(({ name, value }) => name === 'nonce' && value === nonce);
        seen.hasChunk ||= isChunk;
        seen.hadNonce ||= hasNonce;
        seen.arrivedAtFile ||= isChunk && hasNonce;
      },
      onScript({ text, nonce: given, place }) {
        const isOurs = getsNonce(text);
        if (given === nonce) seen.arrived ||= isOurs;
        else if (!isOurs) seen.isBlocked = true;
        else {
          seen.lackedNonce = true;
          if (place && place.startOffset >= sentCount) places.push(place);
        }
      },
    },
    { withPlaces: true },
  );

  /** Reads so many characters of what is held, and gives back what to send of them. */
  function release(count: number): Buffer {
    const text = held.slice(0, count);
    try {
      if (!isBroken) reader.write(text, false);
    } catch (error) {
      isBroken = true;
      failed(error);
    }
    let sent = '';
    let from = 0;
    for (const { startOffset, endOffset } of places) {
      const [start, end] = [startOffset - sentCount, endOffset - sentCount];
      sent += text.slice(from, start) + withNonce(text.slice(start, end), nonce);
      from = end;
    }
    places = [];
    held = held.slice(count);
    sentCount += count;
    return Buffer.from(sent + text.slice(from), 'latin1');
  }

  return {
    seen,
    write(part) {
      held += part.toString('latin1');
      const end = held.lastIndexOf(endTag);
      const open = held.indexOf(startTag, end === -1 ? 0 : end + endTag.length);
      const count = open === -1 ? held.length - cutTagLength(held) : open;
      return release(isBroken || held.length - count > maxHeldBytes ? held.length : count);
    },
    end: () => release(held.length),
  };
}

function withNonce(tag: string, nonce: string): string {
  if (!plainTag.test(tag)) return tag;
  return tag.replace(/ nonce="[^"]*"/, '').replace(startTag, `${startTag} nonce="${nonce}"`);
}

/** Of what may be the start of a script at the end of a text. */
function cutTagLength(text: string): number {
  for (let length = startTag.length - 1; length > 0; length -= 1) {
    if (text.endsWith(startTag.slice(0, length))) return length;
  }
  return 0;
}
