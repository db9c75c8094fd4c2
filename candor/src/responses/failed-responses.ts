import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  fillDocument,
  hasBody,
  isEmptyDocument,
  isFailedDocument,
  isKeptForYear,
  isWhole,
} from '../internals/server/failed-document.js';
import { insertAfterFailedPart } from '../internals/server/failed-part.js';
import { digestInDocument, stylesheetsOf } from '../internals/server/flight-rows.js';
import { keepScreen } from '../internals/server/keep-screen.js';
import { onFailureStatus } from '../internals/server/response-status.js';
import { statusOfInterrupt } from '../internals/server/thrown-by-next.js';
import type { Appearance } from '../internals/server/built-appearances.js';
import { fallbackStyle } from '../shared/fallback-style.js';
import { releaseHeader } from '../shared/page-state-headers.js';
import { requestContext } from '../http/request-context.js';
import { returnIds } from '../http/request-ids.js';
import { isType, rewriteResponse, type Rewrite } from '../http/rewrite-response.js';
import { hostName } from './host-name.js';
import { inAppearance } from './in-appearance.js';
import type { SpokenLanguages } from './languages.js';
import type { PolicyPart } from '../shared/policy-part.js';
import { prefersHtml } from '../http/prefers.js';
import { plainDocument, plainNotice, plainScreen, type FailedScreen } from './plain-screen.js';
import { problemBody, problemType } from './problem.js';

/** What the response of a request has to name. */
export type Outcome = {
  digest?: string;
  rejectedWith?: number;
  isPage?: boolean;
  /** Next makes an error of the thrown value before it renders the last resort. */
  isNoError?: boolean;
};

type Site = {
  languages: SpokenLanguages;
  appearances: readonly Appearance[];
  /** `undefined`: the team has no policy of ours. */
  policy: Pick<PolicyPart, 'permit' | 'noteMade' | 'state'> | undefined;
  /** A response stays Next's own, because rewriting it threw. */
  failed: (error: unknown, request: IncomingMessage) => void;
  /** There is nothing at the address of this request. */
  missing: (request: IncomingMessage) => void;
};

export type FailedResponses = ReturnType<typeof rewriteFailedResponses>;

/** Makes each failed response of this process name its digest, in a header and in a body: a document for a visitor, a problem for a program. */
export function rewriteFailedResponses(site: Site) {
  // By the request's headers: Next gives its hooks no more of a request than that very object.
  const outcomes = new WeakMap<object, Outcome>();
  const rewritten = new WeakMap<ServerResponse, FailedResponse>();

  function rewrite(response: ServerResponse): FailedResponse {
    const known = rewritten.get(response);
    if (known) return known;
    const { req: request } = response;
    const failed = new FailedResponse(response, site, () => outcomes.get(request.headers));
    rewritten.set(response, failed);
    rewriteResponse(response, failed, (error) => site.failed(error, request));
    return failed;
  }

  onFailureStatus((response) => {
    const { req: request, statusCode } = response;
    rewrite(response);
    if (statusCode === 404) site.missing(request);
    // A page takes a response without it for one that something in front of the site made.
    const isFile = statusCode === 404 && request.url?.includes('/_next/static/');
    if (isFile || request.headers['next-action'] !== undefined) response.setHeader(releaseHeader, CANDOR_RELEASE);
  });

  return {
    /**
     * The response names the first outcome that is noted, and a streamed page each of its failures.
     * @param headers the very object that Node made, which Next hands to its hooks
     * @returns the first
     */
    note(headers: object, outcome: Outcome): Outcome {
      const { response } = requestContext() ?? {};
      // Next may be rendering another page within this request, as for `res.revalidate()`.
      if (outcome.digest && outcome.isPage && response?.req.headers === headers)
        rewrite(response).parts.set(outcome.digest, 500);
      const first = outcomes.get(headers) ?? outcome;
      outcomes.set(headers, first);
      return first;
    },
    /** A page of the current request called `notFound()` and the like, perhaps when a part of it was sent. */
    noteInterrupt(digest: string): void {
      const { response } = requestContext() ?? {};
      const status = statusOfInterrupt(digest);
      if (response && status !== undefined) rewrite(response).parts.set(digest, status);
    },
  };
}

const maxHeldBytes = 256 * 1024;

/** A response with a status of 400 or more, or a page of which parts failed. */
class FailedResponse implements Rewrite {
  /** The statuses of the parts that failed, by their digests. */
  readonly parts = new Map<string, number>();
  #digest: string | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly site: Site,
    private readonly outcomeOf: () => Outcome | undefined,
  ) {}

  start(body: Buffer, isAll: boolean): ReturnType<Rewrite['start']> {
    const { response } = this;
    if (response.statusCode < 400) {
      // Next sends a document with an empty body, though its status says that nothing failed.
      const [[digest, status] = []] = this.parts;
      const isUnfilled = status !== undefined && this.#isHtml() && isFailedDocument(body);
      return { body: this.part(isUnfilled ? this.#filled(body, this.#screen(status, digest)) : body) };
    }
    if (!isAll && this.#isTooShort(body)) return undefined;
    const own = this.#head(body);
    return own ? { body: own, isWhole: true } : { body: this.part(this.#isHtml() ? this.#document(body) : body) };
  }

  /** Without scripts a page would still show that a part which failed is loading: it gets a notice beside React's markup for that. */
  part(part: Buffer): Buffer {
    if (!this.#isHtml()) return part; // The data of a client navigation has the digests too, and no markup.
    const notice = (digest: string, status: number) => plainNotice(this.#screen(status, digest));
    return [...this.parts].reduce(
      (sent, [digest, status]) => insertAfterFailedPart(sent, digest, () => notice(digest, status)),
      part,
    );
  }

  #isTooShort(body: Buffer): boolean {
    if (!this.#isHtml() || body.length > maxHeldBytes) return false;
    if (!isFailedDocument(body)) return this.#isFailedPage() && !isWhole(body);
    return !hasBody(body) || (this.#isUnreported(body) && digestInDocument(body) === undefined);
  }

  /** Gives the response its status and headers. @returns a body in place of the response's own, if its reader cannot read that */
  #head(start: Buffer): Buffer | undefined {
    const { response } = this;
    const outcome = this.outcomeOf();
    if (isKeptForYear(response)) response.setHeader('Cache-Control', notKept);
    if (outcome) returnIds(response.req, response);
    // The page for that status failed itself.
    const hasFailed = outcome?.isPage && [401, 403, 404].includes(response.statusCode) && isFailedDocument(start);
    const status = outcome?.rejectedWith ?? (hasFailed ? 500 : response.statusCode);
    if (status !== response.statusCode) Object.assign(response, { statusCode: status, statusMessage: '' });
    // A lower status is the handler's own, or Next refused the request.
    const named = outcome?.rejectedWith || status >= 500 ? outcome : undefined;
    this.#digest = this.#isUnreported(start) ? digestInDocument(start) : named?.digest;
    const own = named && this.#readableBody(named, start);
    if (this.#digest !== undefined) response.setHeader('Error-Digest', this.#digest);
    // With Cache Components Next may have sent the headers before it sets this status.
    if (own || !this.#isHtml() || response.headersSent) return own;
    if (!this.site.languages.isOne && this.#isUnfilled(start)) {
      response.setHeader('Content-Language', this.#spoken().lang);
      response.setHeader('Cache-Control', notShared);
      response.removeHeader('ETag');
    }
    if (response.req.method === 'HEAD') response.removeHeader('Content-Length'); // It may be that of the document before it is filled.
    return undefined;
  }

  #readableBody({ isPage }: Outcome, start: Buffer): Buffer | undefined {
    const { response } = this;
    // Next's router reads it, and a page's own document or data is what was asked for. A text is Next's own.
    if (isType(response, 'text/x-component')) return undefined;
    if (isPage && response.hasHeader('Content-Type') && !isType(response, 'text/plain')) return undefined;
    const isForVisitor = prefersHtml(response.req.headers.accept);
    // The application's own, of the Pages Router. A handler may have named the type of a body that it never sent.
    if (isForVisitor && this.#isHtml() && (start.length === 0 || start.includes('<html'))) return undefined;
    response.setHeader('Cache-Control', notShared);
    const spoken = this.#spoken();
    const problem = () => Buffer.from(problemBody(response.statusCode, this.#digest, spoken));
    const body = isForVisitor ? this.#ownDocument() : problem();
    describeBody(response, isForVisitor ? 'text/html; charset=utf-8' : problemType, body, spoken.lang);
    return body;
  }

  #ownDocument(): Buffer {
    const { response } = this;
    const { policy } = this.site;
    const document = this.#inAppearance(Buffer.from(plainDocument(this.#screen())));
    policy?.noteMade(response);
    if (policy?.state().mode !== 'enforce' && !response.hasHeader('Content-Security-Policy'))
      response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
    return document;
  }

  #document(start: Buffer): Buffer {
    if (this.#isUnfilled(start)) return this.#filled(start, this.#screen());
    // A document of Candor's has its style, or was finished by Candor in another zone of the site.
    return start.includes(fallbackStyle) || start.includes(keepScreen) ? this.#inAppearance(start) : start;
  }

  #filled(document: Buffer, screen: FailedScreen): Buffer {
    const stylesheets = stylesheetsOf(this.response.getHeader('Link'), document);
    return this.#inAppearance(fillDocument(document, plainScreen(screen, stylesheets), this.#spoken().lang));
  }

  #inAppearance = (document: Buffer) =>
    inAppearance(this.response, document, this.site.appearances, this.site.policy?.permit);
  #isHtml = () => isType(this.response, 'text/html');
  #spoken = () => this.site.languages.to(this.response.req);
  #screen = (status = this.response.statusCode, digest = this.#digest): FailedScreen => ({
    status,
    digest,
    host: hostName(this.response.req.headers.host),
    isRejected: this.outcomeOf()?.rejectedWith !== undefined,
    spoken: this.#spoken(),
  });
  #isFailedPage = () => this.response.statusCode >= 500 && this.outcomeOf()?.isPage === true;
  #isUnfilled = (document: Buffer) => isFailedDocument(document) || (this.#isFailedPage() && isEmptyDocument(document));
  /** No hook was called for this request: the edge runtime rendered it, or it waited for the render of another request. */
  #isUnreported = (document: Buffer) =>
    this.response.statusCode >= 500 && isFailedDocument(document) && !this.outcomeOf();
}

// A document may have the visitor's language and theme.
const notShared = 'private, no-store';

// As Next sends with its own 404. A CDN would keep the other past `revalidatePath()`.
const notKept = 'private, no-cache, no-store, max-age=0, must-revalidate';

// They describe a body that is not sent.
const bodyHeaders = [
  ...['Content-Encoding', 'Content-Disposition', 'Content-Language', 'Content-Range', 'Accept-Ranges'],
  ...['ETag', 'Last-Modified', 'Trailer'],
];

/** Last: where a screen throws, Next's own body keeps the headers that describe it. */
function describeBody(response: ServerResponse, type: string, body: Buffer, lang: string): void {
  for (const name of bodyHeaders) response.removeHeader(name);
  // Node never sends chunks once this header was removed, and compression removes the length: then only the close marks the end.
  if (response.hasHeader('Transfer-Encoding')) {
    response.removeHeader('Transfer-Encoding');
    response.setHeader('Connection', 'close');
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Language', lang);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Length', body.length);
  response.appendHeader('Vary', 'Accept');
}
