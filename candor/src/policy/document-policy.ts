import type { ServerResponse } from 'node:http';
import { BoundedMap } from '../shared/bounded-map.js';
import type { BuiltCode } from './built-code.js';
import { contentSecurityPolicy, type Permissions } from './content-security-policy.js';
import { createDocumentPermissions } from './document-permissions.js';
import { expectCacheHeaders, isCached, isPostponed } from '../internals/server/cache-headers.js';
import { hashSource } from './hash-source.js';
import { notePresentThemeScript, ownScriptsOf } from './own-script.js';
import type * as InlineCode from './inline-code.js';
import type { Form, PageScripts } from './page-scripts.js';
import type { Sources } from './sources.js';

/** How the policy permits the scripts of a response: cached ones by hashes, rendered ones by the nonce of this request. */
type Body = { cached: Permissions; isRendered: boolean; isRelaxed?: boolean };

const nothing: Permissions = { scripts: [], dataImages: false };
const rendered: Body = { cached: nothing, isRendered: true };

const noted = Symbol('body');
type Noted = ServerResponse & { [noted]?: Body };

/** In place of the nonce, which differs each time. No source looks like it. */
const anyNonce = "'nonce'";

// Of a page some 500 bytes: this is 1 MB at most.
const maxDocuments = 2_000;

/**
 * Decides the policy of each response by its headers and its body: hashes for cached scripts, the nonce for rendered ones.
 * @param built the scripts of the build
 * @param further the team's sources
 * @param loadParser is called at the first document that differs from the built one: the parser takes 30 ms to load
 * @param pages watches over Next's scripts
 */
export function createDocumentPolicies(
  built: BuiltCode,
  further: Sources,
  loadParser: () => typeof InlineCode,
  pages?: Pick<PageScripts, 'starts'>,
) {
  const cached = new BoundedMap<string, Permissions>(maxDocuments);
  const policies = new WeakMap<Permissions, string>(); // Of documents that are sent again and again.
  const ofRendered = new WeakMap<readonly string[], Permissions>(); // By the scripts of Candor's own.
  const forms = new WeakMap<Permissions, Form | undefined>();
  const documents = createDocumentPermissions(built, loadParser);

  function cachedPermissionsOf(part: string | Uint8Array, etag: string | undefined): Permissions {
    const key = etag ?? hashSource(textOf(part));
    const known = cached.get(key);
    if (known !== undefined) return known;
    const html = textOf(part);
    cached.set(key, nothing); // This stays if reading throws, so that the document is not read again.
    const { permissions, form, isOfBuild } = documents.of(html);
    if (isOfBuild) expectCacheHeaders(html);
    cached.set(key, permissions);
    forms.set(permissions, form);
    return permissions;
  }

  function bodyOf(response: ServerResponse, nonce: string, part: string | Uint8Array, isAll: boolean): Body {
    // The start of a partially prerendered page is cached, and the rest is rendered.
    const isPartial = isPostponed(response);
    const isWhole = isAll && !isPartial;
    const isFromCache = isWhole && isCached(response);
    const hasNonce = !isPartial && !isFromCache && includes(part, nonce);
    const kind = isFromCache ? 'whole from a cache' : isPartial ? 'shell' : isWhole ? 'whole' : 'rendered';
    const body = hasNonce
      ? rendered
      : // The start of a page of the edge runtime's Pages Router lacks the nonce, and so does HTML of a route handler.
        { cached: cachedPermissionsOf(part, isWhole ? etagOf(response) : undefined), isRendered: !isWhole };
    const start = { nonce, text: () => textOf(part), hasNonce, kind, form: forms.get(body.cached) } as const;
    return pages?.starts(response, start) ? { ...body, isRelaxed: true } : body;
  }

  /** The nonce stands in it as `anyNonce`. */
  function permissionsFor(response: Noted): Permissions | undefined {
    if (response.req.method === 'HEAD') return cached.get(etagOf(response) ?? '');
    const { cached: permitted, isRendered } = response[noted] ?? rendered;
    const own = ownScriptsOf(response);
    if (isRendered) {
      const known = permitted === nothing ? ofRendered.get(own) : undefined;
      if (known) return known;
      const all = { scripts: unique([...documents.shared, ...permitted.scripts, ...own, anyNonce]), dataImages: true };
      if (permitted === nothing) ofRendered.set(own, all);
      return all;
    }
    return own.length === 0 ? permitted : { ...permitted, scripts: unique([...permitted.scripts, ...own]) };
  }

  return {
    /** Notes the start of a response's body. @returns whether it is that of a document */
    note(response: Noted, nonce: string, part: unknown, isAll: boolean): boolean {
      if (response.req.method === 'HEAD' || !isHtml(response.getHeader('Content-Type')) || !isTextual(part))
        return false;
      if (response.statusCode >= 400) notePresentThemeScript(response, textOf(part));
      response[noted] = bodyOf(response, nonce, part, isAll);
      return true;
    },
    /** The policy of a response; `undefined`: the browser has it already, with its copy. */
    policyFor(response: ServerResponse, nonce: string, contentType: unknown): string | undefined {
      const permissions = isHtml(contentType) ? permissionsFor(response) : nothing;
      if (permissions === undefined) return undefined;
      let policy = policies.get(permissions);
      if (policy === undefined) policies.set(permissions, (policy = contentSecurityPolicy(permissions, further)));
      return policy.replace(anyNonce, `'nonce-${nonce}'`);
    },
    /** Whether the inline scripts that the policy of this response forbids run all the same. */
    isRelaxed: (response: Noted): boolean => response[noted]?.isRelaxed ?? false,
    /** The inline scripts in the start of a noted response that its policy blocks. */
    blockedIn(response: ServerResponse, nonce: string, part: unknown): string[] {
      if (!isTextual(part)) return [];
      const sources = permissionsFor(response)?.scripts ?? [];
      return loadParser()
        .inlineCode(textOf(part))
        .scripts.filter((script) => script.nonce !== nonce || !sources.includes(anyNonce))
        .map(({ text }) => text)
        .filter((text) => !sources.includes(hashSource(text)));
    },
  };
}

/** Next makes it from the document. */
function etagOf(response: ServerResponse): string | undefined {
  const etag = response.getHeader('ETag');
  return typeof etag === 'string' ? etag : undefined;
}

export function isHtml(contentType: unknown): boolean {
  return /^text\/html\b/i.test(String(contentType));
}

function isTextual(part: unknown): part is string | Uint8Array {
  return typeof part === 'string' || ArrayBuffer.isView(part); // Not `instanceof`: the edge runtime has classes of its own.
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function textOf(part: string | Uint8Array): string {
  return typeof part === 'string' ? part : bytesOf(part).toString();
}

function includes(part: string | Uint8Array, text: string): boolean {
  return typeof part === 'string' ? part.includes(text) : bytesOf(part).includes(text);
}

function unique(sources: readonly string[]): string[] {
  return [...new Set(sources)];
}
