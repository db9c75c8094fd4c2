import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  digestInDocument,
  fillDocument,
  hasBody,
  isFailedDocument,
  isKeptForYear,
  stylesheetsOf,
  isEmptyDocument,
  isWhole,
} from '../internals/server/failed-document.js';
import { keepScreen } from '../internals/server/keep-screen.js';
import { onFailureStatus } from '../internals/server/response-status.js';
import { statusOfInterrupt } from '../internals/server/errors-of-next.js';
import { hostName } from './host-name.js';
import { prefersHtml } from './prefers.js';
import { problemBody, problemType } from './problem.js';
import type { SpokenLanguages } from './languages.js';
import type { PolicyPart } from './policy-part.js';
import { inAppearance } from './in-appearance.js';
import type { Appearance } from '../internals/server/built-appearances.js';
import { fallbackStyle } from '../shared/fallback-style.js';
import { directionOf } from '../shared/languages.js';
import { releaseHeader } from '../shared/page-state-headers.js';
import type { Spoken } from '../shared/spoken.js';
import { requestContext } from '../http/request-context.js';
import { returnIds } from '../http/request-ids.js';
import { isType, rewriteParts, rewriteResponse, type Rewrite } from '../http/rewrite-response.js';
import { patch } from '../internals/patch.js';
import { insertAfterFailedPart } from '../internals/server/failed-part.js';

type Screen = {
  status: number;
  digest?: string | undefined;
  host?: string | undefined;
  isRejected?: boolean;
  spoken: Spoken;
};

/** The screens as HTML that needs no scripts. */
export type PlainScreens = {
  /** For a document whose stylesheets have these addresses. */
  plainScreen: (screen: Screen, stylesheets: string[]) => { title: string; head: string; main: string };
  plainDocument: (screen: Screen) => string;
  /** For a page that was partly sent. Browsers with scripts ignore it. */
  plainNotice: (screen: Screen) => string;
};

/** The outcome of a request, which its response has to name. */
export type Outcome = FailedRequest | { state: 'rejected'; status: number };

type FailedRequest = {
  state: 'failed';
  digest: string;
  isPage: boolean;
  /** The thrown value is not an error. Next makes an error of it before it renders the last resort. */
  isNoError?: boolean;
};

/** What the documents of Candor's are made with. */
type Site = {
  screens: PlainScreens;
  languages: SpokenLanguages;
  /** Those of the application. */
  appearances: readonly Appearance[];
  /** What permits our documents their script. `undefined`: the team has no policy of ours. */
  policy: Pick<PolicyPart, 'permit' | 'noteMade' | 'state'> | undefined;
};

type Parts = Pick<Site, 'appearances' | 'policy'> & {
  /** Something threw while a response was rewritten, which stays Next's own. */
  failed: (error: unknown, request: IncomingMessage) => void;
  /** There is nothing at the address of this request. */
  missing: (request: IncomingMessage) => void;
};

export type FailedResponses = ReturnType<typeof rewriteFailedResponses>;

const maxHeldBytes = 256 * 1024;

// They describe a body that is not sent.
const bodyHeaders = [
  'Content-Encoding',
  'Content-Disposition',
  'Content-Language',
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Content-Range',
  'Trailer',
];

/**
 * Makes each failed response of this process name its digest, in a header and in a body that its reader can read: a
 * document for a visitor, a problem for a program. A part that was sent already stays as it is, and so does a body that a
 * handler returned.
 */
export function rewriteFailedResponses(
  screens: PlainScreens,
  languages: SpokenLanguages,
  { appearances, policy, failed, missing }: Parts,
) {
  const site: Site = { screens, languages, appearances, policy };
  // By the request's headers: Next gives its hooks no more of a request than that very object.
  const outcomes = new WeakMap<object, Outcome>();
  /** The screens of each page that is being sent, by the digest of what failed. */
  const streamed = new WeakMap<ServerResponse, Map<string, Omit<Screen, 'spoken'>>>();

  onFailureStatus((response) => {
    const { req: request } = response;
    const rewrite = new FailedResponse(response, site, () => outcomes.get(request.headers));
    rewriteResponse(response, rewrite, (error) => failed(error, request));
    if (response.statusCode === 404) missing(request);
    nameBuild(response);
  });

  /** For a part of a page that fails when the page was partly sent. One that fails as a whole before gets the whole screen. */
  function addScreen(response: ServerResponse, digest: string, screen: Omit<Screen, 'spoken'>) {
    const known = streamed.get(response);
    if (known) return void known.set(digest, screen);
    const added = new Map([[digest, screen]]);
    streamed.set(response, added);
    rewriteParts(response, (part) => failedPart.attempt(() => withScreens(response, part, added, site), part));
  }

  return {
    /**
     * Notes the outcome of a request. The response names the first failure, and a streamed page each of its failures.
     * @param headers the very object that Node made, which Next hands to its hooks
     * @returns the first
     */
    note(headers: object, outcome: Outcome): Outcome {
      const { response } = requestContext() ?? {};
      // Next may be rendering another page within this request, as for `res.revalidate()`.
      if (outcome.state === 'failed' && outcome.isPage && response?.req.headers === headers) {
        const { digest } = outcome;
        addScreen(response, digest, { status: 500, digest, host: hostName(response.req.headers.host) });
      }
      const first = outcomes.get(headers) ?? outcome;
      outcomes.set(headers, first);
      return first;
    },
    /** Notes that a page of the current request called `notFound()` and the like, perhaps when a part of it was sent. */
    noteInterrupt(digest: string): void {
      const { response } = requestContext() ?? {};
      const status = statusOfInterrupt(digest);
      if (response && status !== undefined) addScreen(response, digest, { status });
    },
  };
}

const failedPart = patch('failed-part');

/**
 * Puts a notice beside the markup that React streams in place of each part that failed: without scripts the page would go on showing that
 * the part is loading. A document that Next sends with an empty body, though its status says that nothing failed, is filled.
 */
function withScreens(
  response: ServerResponse,
  part: Buffer,
  added: ReadonlyMap<string, Omit<Screen, 'spoken'>>,
  site: Site,
): Buffer {
  if (!isType(response, 'text/html')) return part; // The data of a client navigation has the digests too, and no markup.
  const spoken = site.languages.to(response.req);
  const isRewritten = response.statusCode >= 400 && !response.headersSent; // As a whole.
  const [first] = added.values();
  if (first && !isRewritten && isFailedDocument(part)) return filled(response, part, site, { ...first, spoken });
  let sent = part;
  for (const [digest, screen] of added)
    sent = insertAfterFailedPart(sent, digest, () => site.screens.plainNotice({ ...screen, spoken }));
  return sent;
}

/** By this a page tells what is of another build, and what something in front of the site has refused. */
function nameBuild(response: ServerResponse): void {
  const { url = '', headers } = response.req;
  const isOfBuild =
    headers['next-action'] !== undefined || (response.statusCode === 404 && url.includes('/_next/static/'));
  if (isOfBuild) response.setHeader(releaseHeader, CANDOR_RELEASE);
}

/** A response with a status of 400 or more: its status, its headers, and a body that its reader can read. */
class FailedResponse implements Rewrite {
  #digest: string | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly site: Site,
    private readonly outcomeOf: () => Outcome | undefined,
  ) {}

  // Only the body shows whether a document is empty, and which text a handler calls HTML.
  needsStart(): boolean {
    return this.#isHtml();
  }

  isTooShort(body: Buffer): boolean {
    if (body.length > maxHeldBytes) return false;
    if (!isFailedDocument(body)) return this.#isFailedPage() && !isWhole(body);
    return !hasBody(body) || (this.#isUnreported(body) && digestInDocument(body) === undefined);
  }

  head(start: Buffer | undefined): ReturnType<Rewrite['head']> {
    const { response } = this;
    const outcome = this.outcomeOf();
    if (isKeptForYear(response)) response.setHeader('Cache-Control', notKept);
    if (outcome) returnIds(response.req, response);
    if (outcome?.state === 'rejected') {
      changeStatus(response, outcome.status);
      return { status: outcome.status, body: this.#readableBody(outcome, start) };
    }
    // The page for that status failed itself.
    const status = outcome?.isPage && isInterrupted(response) && start && isFailedDocument(start) ? 500 : undefined;
    if (status !== undefined) changeStatus(response, status);
    // A lower status is the handler's own, or Next refused the request.
    const failure = response.statusCode >= 500 ? outcome : undefined;
    this.#digest = failure ? failure.digest : start && this.#isUnreported(start) ? digestInDocument(start) : undefined;
    const body = failure && this.#readableBody(failure, start);
    if (this.#digest !== undefined) response.setHeader('Error-Digest', this.#digest);
    if (body === undefined && this.#isHtml()) {
      if (start && !this.site.languages.isOne && this.#isUnfilled(start)) nameLanguage(response, this.#spoken().lang);
      if (response.req.method === 'HEAD') response.removeHeader('Content-Length'); // It may be that of the document before it is filled.
    }
    return { status, body };
  }

  start(body: Buffer): Buffer {
    if (!this.#isHtml()) return body;
    const { response, site } = this;
    if (this.#isUnfilled(body)) return filled(response, body, site, this.#screen());
    // Others are documents of Candor's if they have its style, or were finished by Candor in another zone of the site.
    return body.includes(fallbackStyle) || body.includes(keepScreen) ? finished(response, body, site) : body;
  }

  /** @returns a body in place of the response's own, if its reader cannot read that */
  #readableBody(outcome: Outcome, start: Buffer | undefined): string | undefined {
    const { response, site } = this;
    // Next's router reads it, and a page's own document or data is what was asked for. A text is Next's own.
    if (isType(response, 'text/x-component')) return undefined;
    const isPage = outcome.state === 'failed' && outcome.isPage;
    if (isPage && response.hasHeader('Content-Type') && !isType(response, 'text/plain')) return undefined;
    const spoken = this.#spoken();
    const isForVisitor = prefersHtml(response.req.headers.accept);
    // The application's own, of the Pages Router. A handler may have named the type of a body that it never sent.
    if (isForVisitor && this.#isHtml() && (start === undefined || start.includes('<html'))) return undefined;
    response.setHeader('Cache-Control', 'private, no-store'); // Not kept, so a document may have the visitor's theme.
    const [type, body] = isForVisitor
      ? ['text/html; charset=utf-8', ownDocument(response, site.screens.plainDocument(this.#screen()), site)]
      : [problemType, problemBody(response.statusCode, this.#digest, spoken)];
    describeBody(response, { type, body, lang: spoken.lang });
    return body;
  }

  #isHtml = () => isType(this.response, 'text/html');
  #spoken = () => this.site.languages.to(this.response.req);
  #screen = (): Screen => ({
    status: this.response.statusCode,
    digest: this.#digest,
    host: hostName(this.response.req.headers.host),
    isRejected: this.outcomeOf()?.state === 'rejected',
    spoken: this.#spoken(),
  });
  #isFailedPage = () => {
    const outcome = this.outcomeOf();
    return this.response.statusCode >= 500 && outcome?.state === 'failed' && outcome.isPage;
  };
  #isUnfilled = (document: Buffer) => isFailedDocument(document) || (this.#isFailedPage() && isEmptyDocument(document));
  /**
   * Whether a document's digest is in the document alone, and no hook was called for this request before. The edge runtime
   * rendered it, or it waited for the render of another request.
   */
  #isUnreported = (document: Buffer) =>
    this.response.statusCode >= 500 && isFailedDocument(document) && !this.outcomeOf();
}

/** The document with a screen in its empty body. */
function filled(response: ServerResponse, document: Buffer, site: Site, screen: Screen): Buffer {
  const { lang } = screen.spoken;
  const shown = site.screens.plainScreen(screen, stylesheetsOf(response.getHeader('Link'), document));
  return finished(response, fillDocument(document, shown, { lang, dir: directionOf(lang) }), site);
}

/** The document in the application's appearance. */
function finished(response: ServerResponse, document: Buffer, { appearances, policy }: Site): Buffer {
  return inAppearance(response, document, appearances, policy?.permit);
}

/** Of a document for one visitor alone: no cache keeps it. */
function nameLanguage(response: ServerResponse, lang: string): void {
  response.setHeader('Content-Language', lang);
  response.setHeader('Cache-Control', 'private, no-store');
  response.removeHeader('ETag');
}

/** Before the head is written: for the screen, too. */
function changeStatus(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.statusMessage = ''; // That of the other status.
}

/** Whether the page called `notFound()` and the like. */
const isInterrupted = ({ statusCode }: ServerResponse) => [401, 403, 404].includes(statusCode);

// As Next sends with its own 404. A CDN would keep the other past `revalidatePath()`, when there is a page at last.
const notKept = 'private, no-cache, no-store, max-age=0, must-revalidate';

/** A whole document of Candor's, which nobody may show inside of another one. */
function ownDocument(response: ServerResponse, html: string, site: Site): string {
  const document = finished(response, Buffer.from(html), site);
  const { policy } = site;
  policy?.noteMade(response);
  if (policy?.state().mode !== 'enforce' && !response.hasHeader('Content-Security-Policy'))
    response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
  return document.toString();
}

/** Last: where a screen throws, Next's own body keeps the headers that describe it. */
function describeBody(
  response: ServerResponse,
  { type, body, lang }: { type: string; body: string; lang: string },
): void {
  for (const name of bodyHeaders) response.removeHeader(name);
  // Node never sends chunks once this header was removed, and compression removes the length: then only the close marks the end.
  if (response.hasHeader('Transfer-Encoding')) {
    response.removeHeader('Transfer-Encoding');
    response.setHeader('Connection', 'close');
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Language', lang);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.appendHeader('Vary', 'Accept');
}
