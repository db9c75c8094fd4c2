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
import { onFailureStatus } from '../internals/server/response-status.js';
import { statusOfInterrupt } from '../internals/server/errors-of-next.js';
import { hostName } from './host-name.js';
import { prefersHtml } from './prefers.js';
import { problemBody, problemType } from './problem.js';
import { hasWholeScreen, localizedDocument } from './localized-document.js';
import type { SpokenLanguages } from './languages.js';
import type { PolicyPart } from './policy-part.js';
import { themedDocument } from './themed-document.js';
import { directionOf } from '../shared/languages.js';
import { releaseHeader } from '../shared/page-state-headers.js';
import type { Spoken } from '../shared/spoken.js';
import { requestContext } from '../http/request-context.js';
import { returnIds } from '../http/request-ids.js';
import { rewriteResponse, type Rewrite } from '../http/rewrite-response.js';
import { addStreamedNotice } from '../http/streamed-failure.js';

type Screen = {
  status: number;
  digest: string | undefined;
  host: string | undefined;
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

type Parts = {
  /** What permits our documents their script. `undefined`: the team has no policy of ours. */
  policy: Pick<PolicyPart, 'permit' | 'state'> | undefined;
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
  { policy, failed, missing }: Parts,
) {
  // By the request's headers: Next gives its hooks no more of a request than that very object.
  const outcomes = new WeakMap<object, Outcome>();
  onFailureStatus((response) => {
    rewriteResponse(
      response,
      rewriteOf(response, screens, languages, policy, () => outcomes.get(response.req.headers)),
      (error) => failed(error, response.req),
    );
    if (response.statusCode === 404) missing(response.req);
    nameBuild(response);
  });

  function addNotice(headers: object, digest: string) {
    const { response } = requestContext() ?? {};
    // Next may be rendering another page within this request, as for `res.revalidate()`.
    if (response?.req.headers === headers)
      addScreens(response, digest, { status: 500, digest, host: hostName(response.req.headers.host) });
  }

  function addScreens(response: ServerResponse, digest: string, of: Omit<Screen, 'spoken'>) {
    const screen = () => ({ ...of, spoken: languages.to(response.req) });
    addStreamedNotice(response, digest, {
      notice: () => screens.plainNotice(screen()),
      fill: (document) => themed(response, filled(response, document, screens, screen()), policy),
    });
  }

  return {
    /**
     * Notes the outcome of a request. The response names the first failure, and a streamed page each of its failures.
     * @param headers the very object that Node made, which Next hands to its hooks
     * @returns the first
     */
    note(headers: object, outcome: Outcome): Outcome {
      if (outcome.state === 'failed' && outcome.isPage) addNotice(headers, outcome.digest);
      const first = outcomes.get(headers) ?? outcome;
      outcomes.set(headers, first);
      return first;
    },
    /** Notes that a page of the current request called `notFound()` and the like, perhaps when a part of it was sent. */
    noteInterrupt(digest: string): void {
      const { response } = requestContext() ?? {};
      const status = statusOfInterrupt(digest);
      if (!response || status === undefined) return;
      addScreens(response, digest, { status, digest: undefined, host: undefined });
    },
  };
}

/** By this a page tells what is of another build, and what something in front of the site has refused. */
function nameBuild(response: ServerResponse): void {
  const { url = '', headers } = response.req;
  const isOfBuild =
    headers['next-action'] !== undefined || (response.statusCode === 404 && url.includes('/_next/static/'));
  if (isOfBuild) response.setHeader(releaseHeader, CANDOR_RELEASE);
}

function rewriteOf(
  response: ServerResponse,
  screens: PlainScreens,
  languages: SpokenLanguages,
  policy: Parts['policy'],
  outcomeOf: () => Outcome | undefined,
): Rewrite {
  const { headers, method } = response.req;
  const host = hostName(headers.host);
  const isType = (type: string) => String(response.getHeader('Content-Type')).toLowerCase().startsWith(type);
  let digest: string | undefined;

  const spoken = () => languages.to(response.req);
  const screen = () => ({
    status: response.statusCode,
    digest,
    host,
    isRejected: outcomeOf()?.state === 'rejected',
    spoken: spoken(),
  });
  /** Whether Next has rendered the document for all visitors, though it is said in several languages. */
  const isOfAllVisitors = () => !languages.isOne && isInterrupted(response) && isType('text/html');

  /** @returns a body in place of the response's own, if its reader cannot read that */
  function readableBody(outcome: Outcome, start: Buffer | undefined): string | undefined {
    // Next's router reads it, and a page's own document or data is what was asked for. A text is Next's own.
    if (isType('text/x-component')) return undefined;
    const isPage = outcome.state === 'failed' && outcome.isPage;
    if (isPage && response.hasHeader('Content-Type') && !isType('text/plain')) return undefined;
    if (!prefersHtml(headers.accept))
      return replaceBody(response, problemType, spoken().lang, () =>
        problemBody(response.statusCode, digest, spoken()),
      );
    // The application's own, of the Pages Router. A handler may have named the type of a body that it never sent.
    if (isType('text/html') && (start === undefined || start.includes('<html'))) return undefined;
    return replaceBody(response, 'text/html; charset=utf-8', spoken().lang, () =>
      ownDocument(response, screens.plainDocument(screen()), policy),
    );
  }

  /**
   * Whether a document's digest is in the document alone, and no hook was called for this request before. The edge runtime
   * rendered it, or it waited for the render of another request.
   */
  const isUnreported = (document: Buffer) => response.statusCode >= 500 && isFailedDocument(document) && !outcomeOf();

  const isFailedPage = () => {
    const outcome = outcomeOf();
    return response.statusCode >= 500 && outcome?.state === 'failed' && outcome.isPage;
  };

  return {
    // Only the body shows whether a document is empty, and which text a handler calls HTML.
    needsStart: () => isType('text/html'),
    isTooShort(body) {
      if (body.length > maxHeldBytes) return false;
      if (isOfAllVisitors() && !hasWholeScreen(body.toString('latin1'))) return true;
      if (!isFailedDocument(body)) return isFailedPage() && !isWhole(body);
      return !hasBody(body) || (isUnreported(body) && digestInDocument(body) === undefined);
    },
    head(start) {
      const outcome = outcomeOf();
      if (isKeptForYear(response)) response.setHeader('Cache-Control', notKept);
      if (outcome) returnIds(response.req, response);
      if (outcome?.state === 'rejected') {
        changeStatus(response, outcome.status);
        return { status: outcome.status, body: readableBody(outcome, start) };
      }
      // The page for that status failed itself.
      const status = outcome?.isPage && isInterrupted(response) && start && isFailedDocument(start) ? 500 : undefined;
      if (status !== undefined) changeStatus(response, status);
      // A lower status is the handler's own, or Next refused the request.
      const failure = response.statusCode >= 500 ? outcome : undefined;
      digest = failure ? failure.digest : start && isUnreported(start) ? digestInDocument(start) : undefined;
      const body = failure && readableBody(failure, start);
      if (digest !== undefined) response.setHeader('Error-Digest', digest);
      if (!languages.isOne && body === undefined && isType('text/html')) nameLanguage(response, spoken().lang);
      // It may be that of the document before it is filled.
      if (method === 'HEAD' && body === undefined && isType('text/html')) response.removeHeader('Content-Length');
      return { status, body };
    },
    start(body) {
      if (!isType('text/html')) return body;
      if (isOfAllVisitors() && !isFailedDocument(body))
        body = Buffer.from(localizedDocument(body.toString(), spoken()));
      const isEmpty = isFailedDocument(body) || (isFailedPage() && isEmptyDocument(body));
      // Of others, a screen that was rendered with the script is a document of Candor's.
      if (!isEmpty && !body.includes(CANDOR_THEME_SCRIPT)) return body;
      return themed(response, isEmpty ? filled(response, body, screens, screen()) : body, policy);
    },
  };
}

/** The document with a screen in its empty body. */
function filled(response: ServerResponse, document: Buffer, { plainScreen }: PlainScreens, screen: Screen): Buffer {
  const { lang } = screen.spoken;
  const shown = plainScreen(screen, stylesheetsOf(response.getHeader('Link'), document));
  return fillDocument(document, shown, { lang, dir: directionOf(lang) });
}

function themed(response: ServerResponse, document: Buffer, policy: Parts['policy']): Buffer {
  const permit = policy && ((of: ServerResponse, script: string) => policy.permit(of, script, 'page'));
  return Buffer.from(themedDocument(response, document.toString('latin1'), permit), 'latin1');
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
function ownDocument(response: ServerResponse, html: string, policy: Parts['policy']): string {
  const themed = themedDocument(response, html, (of, script) => policy?.permit(of, script, 'made'));
  if (policy?.state().mode !== 'enforce' && !response.hasHeader('Content-Security-Policy'))
    response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
  return themed;
}

function replaceBody(response: ServerResponse, type: string, lang: string, make: () => string): string {
  response.setHeader('Cache-Control', 'private, no-store'); // Not kept, so a document may have the visitor's theme.
  const body = make(); // If it throws, Next's own body keeps the headers that describe it.
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
  return body;
}
