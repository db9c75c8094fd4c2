import type { IncomingMessage, ServerResponse } from 'node:http';
import { createScriptSearch } from '../internals/server/find-scripts.js';
import { dataFormIsUnknown, isOfFramework, isPageData } from '../internals/server/framework-scripts.js';
import type { Maker } from '../internals/server/matched-page.js';
import { nonceArrived, nonceDidNotArrive, wasOffered } from '../internals/server/page-nonce.js';
import { transformParts } from '../internals/server/response-methods.js';
import type * as InlineCode from './inline-code.js';
import type { PolicyRelief } from './policy-relief.js';
import { createNonceWriter } from './write-nonces.js';

/** The start of a document, as its policy is decided by it. */
export type DocumentStart = {
  nonce: string;
  text: () => string;
  hasNonce: boolean;
  /** `whole`: hashes of its scripts are its policy. `shell`: this part is cached, and the rest is rendered. */
  kind: 'whole from a cache' | 'whole' | 'shell' | 'rendered';
  /** That of a page's data, as far as this part has any. */
  form: Form | undefined;
};

/** Whether scripts with a page's data are in markup. `unknown`: others are, beside files of the build. */
export type Form = 'known' | 'unknown';

export type PageScripts = ReturnType<typeof createPageScripts>;

/** `undefined`: there are no inline scripts that would be blocked, or no files of the build. */
export function formOf(html: string, hasBlocked: boolean): Form | undefined {
  if (createScriptSearch(({ text }) => isPageData(text))(html)) return 'known';
  return hasBlocked && html.includes('/_next/static/') ? 'unknown' : undefined;
}

/**
 * Watches over Next's scripts in rendered pages: that they have the nonce, which is written into them otherwise, and that they
 * have a known form, without which the policy is relaxed for a while.
 */
export function createPageScripts(
  makerOf: (request: IncomingMessage) => Maker,
  relief: PolicyRelief,
  loadParser: () => typeof InlineCode,
) {
  let isProven = false; // Next reads the nonce where it is offered.
  let hasFailed = false;

  function arrived() {
    isProven = true;
    nonceArrived();
  }

  function formIsUnknown() {
    dataFormIsUnknown();
    relief.formIsUnknown();
  }

  /** Whether one of Next's scripts has it. A visitor may have stored others of that form. */
  function startHasNonce({ text, nonce }: DocumentStart): boolean {
    const isNexts = (script: { tag: string; text: string }) =>
      script.tag.includes(` nonce="${nonce}"`) && isOfFramework(script.text);
    return createScriptSearch(isNexts)(text());
  }

  function isRelaxed({ form }: DocumentStart, maker: Maker): boolean {
    if (maker !== 'page') return false;
    if (form === 'known') relief.formIsKnown();
    if (form !== 'unknown') return false;
    formIsUnknown();
    return relief.take();
  }

  function watch(response: ServerResponse, { nonce, kind }: DocumentStart, maker: Maker) {
    response.removeHeader('Content-Length'); // Node then sends chunks.
    const writer = createNonceWriter(nonce, isOfFramework, loadParser(), (error) => nonceDidNotArrive(error));
    const { seen } = writer;
    const findData = createScriptSearch(({ text }) => isPageData(text));
    let [isInShell, isEnded, hasData, last] = [kind === 'shell', false, false, ''];

    transformParts(response, (part, { isLast, encoding }) => {
      const given = bytesOf(part, encoding);
      if (isEnded || (given === undefined && !isLast)) return part;
      isEnded = isLast;
      const text = given?.toString('latin1') ?? '';
      last = (last + text).slice(-100);
      hasData = findData(text);
      const parts = [...(given ? [writer.write(given)] : []), ...(isLast ? [writer.end()] : [])];
      if (isInShell) Object.assign(seen, { lackedNonce: false }); // It was made for no request.
      isInShell = false;
      if (isLast) conclude();
      const sent = Buffer.concat(parts);
      return part === undefined && sent.length === 0 ? part : sent;
    });

    function conclude() {
      if (seen.lackedNonce && !seen.arrived && wasOffered(response.req.headers, nonce)) {
        hasFailed = true;
        nonceDidNotArrive();
      } else if (!seen.lackedNonce && !hasFailed && (seen.arrived || seen.arrivedAtFile)) arrived();
      if (maker !== 'page' || response.destroyed) return;
      if (hasData) return relief.formIsKnown();
      // A page that was not sent whole tells nothing.
      if (seen.hadNonce || !seen.isBlocked || !seen.hasChunk || !/<\/html>\s*$/i.test(last)) return;
      formIsUnknown();
    }
  }

  return {
    /**
     * To be called once for each document, before its head is sent.
     * @returns whether its policy is relaxed
     */
    starts(response: ServerResponse, start: DocumentStart): boolean {
      const { kind, form, hasNonce } = start;
      if (kind === 'whole from a cache' || (kind === 'whole' && !hasNonce)) {
        if (form === undefined || (form === 'known' && relief.isFormKnown())) return false;
        return isRelaxed(start, makerOf(response.req));
      }
      if (isProven && !hasFailed && (hasNonce || kind === 'shell')) return false;
      if (hasNonce && !hasFailed && startHasNonce(start)) {
        arrived();
        return false;
      }
      const maker = makerOf(response.req);
      if (maker === 'other' || response.headersSent || response.hasHeader('Content-Encoding')) return false;
      watch(response, start, maker);
      if (hasNonce || form === 'known' || (kind === 'shell' && form === undefined)) return false;
      return maker === 'page' && relief.take();
    },
  };
}

function bytesOf(part: unknown, encoding: unknown): Buffer | undefined {
  if (typeof part === 'string') return Buffer.from(part, encoding as BufferEncoding);
  // Not `instanceof`: the edge runtime has classes of its own.
  return ArrayBuffer.isView(part) ? Buffer.from(part.buffer, part.byteOffset, part.byteLength) : undefined;
}
