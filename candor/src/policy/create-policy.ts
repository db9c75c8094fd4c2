import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BoundedMap } from '../shared/bounded-map.js';
import { contentSecurityPolicy, hashSource, pageHeaders } from './content-security-policy.js';
import { inlineScripts } from './inline-scripts.js';
import { isCached, isPostponed } from './patches/cache-headers.js';
import { dataFormIsUnknown, hasPageData, isOfFramework } from './patches/framework-scripts.js';
import { pageOf } from './patches/matched-page.js';
import { nonceArrived, nonceDidNotArrive, offerNonce, wasOffered } from './patches/page-nonce.js';
import type { ResponseObserver } from './patches/response-methods.js';
import { maxOfEveryPage } from './record.js';
import type { PolicySettings } from './settings.js';

export type PolicyObserver = {
  /** The policy's own code threw; the response has a policy that permits its nonce alone. */
  failed: (error: unknown, request: IncomingMessage) => void;
  /** From now on nothing is blocked: Next writes its scripts in an unknown form. */
  onlyReports: () => void;
};

export type Policy = ResponseObserver & {
  requestStarts: (exchange: { request: IncomingMessage; response: ServerResponse }) => void;
  permit: (response: ServerResponse, script: string) => void;
  /** The document of this response is Candor's. */
  noteMade: (response: ServerResponse) => void;
  mode: () => PolicySettings['mode'];
  /** The source for a blocked inline script of a cached page, which begins with this text. */
  hashOfBlocked: (beginning: string) => string | undefined;
};

type Scripts = readonly string[];
/** Stands for the nonce of the request. */
const anyNonce = "'nonce'";

type Noted = ServerResponse & { [ownNonce]?: string; [scriptsOf]?: Scripts; [permitted]?: string; [isMade]?: boolean };
const ownNonce = Symbol('nonce');
const scriptsOf = Symbol('scripts');
const permitted = Symbol('permitted script');
const isMade = Symbol('is made by Candor');

const maxPages = 2_000; // Of some 500 bytes each.
const maxBlocked = 100;
/** The length of a sample: https://www.w3.org/TR/CSP3/#violation-sample */
const sampleLength = 40;

/** Knows which inline scripts the documents have that were sent. */
function createDocuments(record: readonly string[], onlyReport: () => void) {
  const ofEveryPage = record.slice(0, maxOfEveryPage);
  const ofBuild = new Set(record);
  const rendered: Scripts = [...ofEveryPage, anyNonce];
  const cached = new BoundedMap<string, Scripts>(maxPages);
  const blocked = new BoundedMap<string, string>(maxBlocked);

  /** Only trusted scripts: a visitor may have stored others in a cached document. */
  function readDocument(html: string, isOfApp: boolean): Scripts {
    const found = inlineScripts(html).map(({ text }) => ({ text, hash: hashSource(text) }));
    const isTrusted = ({ text, hash }: (typeof found)[number]) => isOfFramework(text) || ofBuild.has(hash);
    for (const script of found.filter((each) => !isTrusted(each)))
      blocked.set(script.text.slice(0, sampleLength), script.hash);
    if (isOfApp && found.length > 0 && loadsScripts(html) && !hasPageData(html)) {
      dataFormIsUnknown();
      onlyReport();
    }
    return [...new Set([...found.filter(isTrusted).map(({ hash }) => hash), ...ofEveryPage])];
  }

  function remembered(name: string, read: () => Scripts): Scripts {
    const known = cached.get(name) ?? read();
    cached.set(name, known);
    return known;
  }

  return {
    rendered,
    cachedAs: (etag: string) => cached.get(etag),
    hashOfBlocked: (beginning: string) => blocked.get(beginning.slice(0, sampleLength)),

    scriptsIn(response: Noted, page: 'app' | 'pages' | undefined, part: Part, isAll: boolean): Scripts {
      const nonce = nonceOf(response);
      const isPartial = isPostponed(response);
      const isKept = isPartial || (isAll && isCached(response));
      if (!isKept && part.includes(nonce)) {
        nonceArrived();
        return rendered;
      }
      const html = part.toString();
      if (isPartial)
        return remembered(`${anyNonce}${hashSource(html)}`, () => [...readDocument(html, false), anyNonce]);
      if (isAll) {
        const etag = response.getHeader('ETag'); // Next makes it from the document.
        return remembered(typeof etag === 'string' ? etag : hashSource(html), () => readDocument(html, page === 'app'));
      }
      if (page === 'app' && loadsScripts(html) && wasOffered(response.req.headers, nonce)) {
        nonceDidNotArrive();
        onlyReport();
      }
      return [...readDocument(html, false), anyNonce]; // The start of a page of the edge runtime's Pages Router lacks it.
    },
  };
}

/**
 * Gives each page of this application its policy and its headers: hashes for the scripts of a cached page, the nonce of its request
 * for those of a rendered one, and both for one that is rendered in part.
 * @param record the inline scripts of the build, those of the most documents first
 * @param routeOf the route of a path; `undefined`: it has none
 */
export function createPolicy(
  settings: PolicySettings,
  record: readonly string[],
  routeOf: (path: string) => string | undefined,
  observer: PolicyObserver,
): Policy {
  const documents = createDocuments(record, onlyReport);
  const texts = new WeakMap<Scripts, string>();
  let { mode } = settings;

  function onlyReport(): void {
    if (mode === 'report') return;
    mode = 'report';
    observer.onlyReports();
  }

  function policyOf(response: Noted): string | undefined {
    const etag = String(response.getHeader('ETag') ?? '');
    const ofBody =
      response[scriptsOf] ?? (response.req.method === 'HEAD' ? documents.cachedAs(etag) : documents.rendered);
    if (ofBody === undefined) return undefined; // Nothing is known of what GET would send.
    const needsNonce = ofBody.includes(anyNonce) && !response[isMade];
    if (needsNonce && !wasOffered(response.req.headers, nonceOf(response))) return undefined; // Next had none to write.
    const own = response[permitted];
    const scripts = own === undefined ? ofBody : [...new Set([...ofBody, hashSource(own)])];
    const text = texts.get(scripts) ?? contentSecurityPolicy(scripts, settings.sources);
    texts.set(scripts, text);
    return text.replace(anyNonce, `'nonce-${nonceOf(response)}'`);
  }

  return {
    mode: () => mode,
    hashOfBlocked: documents.hashOfBlocked,
    requestStarts: ({ request, response }) => offerNonce(request.headers, nonceOf(response)),
    permit: (response: Noted, script) => void Object.assign(response, { [permitted]: script }),
    noteMade: (response: Noted) => void Object.assign(response, { [isMade]: true }),
    needsBody: (response) => isHtml(response.getHeader('Content-Type')),
    bodyStarts(response: Noted, given, isAll) {
      const part = partOf(given);
      if (response.req.method === 'HEAD' || part === undefined || !isHtml(response.getHeader('Content-Type'))) return;
      const page = pageOf(response.req, routeOf);
      if (page === undefined || hasPolicy(response)) return;
      try {
        response[scriptsOf] = documents.scriptsIn(response, page, part, isAll);
      } catch (error) {
        observer.failed(error, response.req);
      }
    },
    headEnds(response: Noted, status, contentType) {
      // Of a page that has not changed the browser keeps the headers: a new nonce would block the scripts of its copy.
      if (status === 304 || !isHtml(contentType)) return [];
      if (!response[isMade] && pageOf(response.req, routeOf) === undefined) return [];
      const policy = hasPolicy(response) ? undefined : policyOf(response);
      return pageHeaders(policy, settings, { mode, isHttps: isOverHttps(response.req) });
    },
  };
}

function nonceOf(response: Noted): string {
  return (response[ownNonce] ??= randomBytes(18).toString('base64'));
}

type Part = string | Buffer;

function partOf(given: unknown): Part | undefined {
  if (typeof given === 'string') return given;
  // Not `instanceof`: the edge runtime has classes of its own.
  return ArrayBuffer.isView(given) ? Buffer.from(given.buffer, given.byteOffset, given.byteLength) : undefined;
}

/** The team's own policy stays alone. */
const hasPolicy = (response: ServerResponse) =>
  response.hasHeader('Content-Security-Policy') || response.hasHeader('Content-Security-Policy-Report-Only');

const loadsScripts = (html: string) => html.includes('/_next/static/');

const isHtml = (contentType: unknown) => /^text\/html\b/i.test(String(contentType));

/** A client that forges it gets the header itself, which browsers ignore over plain http. */
function isOverHttps({ headers }: IncomingMessage): boolean {
  return /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''));
}
