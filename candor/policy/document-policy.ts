import type { ServerResponse } from 'node:http';
import { BoundedMap } from '../bounded-map';
import { maxOfEveryPage, type BuiltCode } from './built-code';
import { contentSecurityPolicy, type Permissions } from './content-security-policy';
import { isOfFramework } from './framework-scripts';
import { hashSource } from './hash-source';
import type * as InlineCode from './inline-code';
import type { Sources } from './sources';

/** What is known of the body of one response. */
type Body =
  /** Rendered for this request: its scripts have the nonce. `styles`: sources for those in its start. */
  | { state: 'rendered'; styles: readonly string[] }
  /** From a cache, or written by nobody who knew the nonce. */
  | { state: 'cached'; code: Permissions }
  /** The start is from a cache or does not know the nonce, and what follows may have it. */
  | { state: 'resumed'; code: Permissions };

const streamed: Body = { state: 'rendered', styles: [] };
const nothing: Permissions = { scripts: [], styles: [], styleAttributes: false, dataImages: false };

// Of a page some 500 bytes: this is 1 MB at most.
const maxDocuments = 2_000;

/**
 * Decides the policy of each response, by what it says and by how Next sends it: hashes for what comes from a cache, the nonce
 * for what is rendered.
 * @param built what stood in the documents of the build
 * @param ofFailures sources of the styles that failed responses may have
 * @param further what the team's settings add
 * @param loadParser is called at the first document that is not as it was built: a parser takes its time to start
 */
export function createDocumentPolicies(
  built: BuiltCode,
  ofFailures: readonly string[],
  further: Sources,
  loadParser: () => typeof InlineCode,
) {
  const bodies = new WeakMap<ServerResponse, Body>();
  const cached = new BoundedMap<string, Permissions>(maxDocuments);
  const policies = new WeakMap<Permissions, string>(); // Of documents that are sent again and again.
  const ofEvery = {
    scripts: built.scripts.slice(0, maxOfEveryPage),
    insertedScripts: built.insertedScripts.slice(0, maxOfEveryPage),
    insertedStyles: built.insertedStyles.slice(0, maxOfEveryPage),
  };

  const isTrusted = (script: string) => isOfFramework(script) || built.scripts.includes(hashSource(script));

  function permissionsOf(html: string): Permissions {
    const own = built.documents[hashSource(html)] ?? read(html);
    return {
      scripts: unique([...own.scripts, ...ofEvery.insertedScripts]),
      styles: unique([...own.styles, ...ofEvery.insertedStyles]),
      styleAttributes: own.styleAttributes || built.styleAttributes,
      dataImages: own.dataImages || built.dataImages,
    };
  }

  function read(html: string): Permissions {
    const { inlineCode, permissionsOf: permissionsOfCode } = loadParser();
    return permissionsOfCode(inlineCode(html), isTrusted);
  }

  function cachedPermissionsOf(response: ServerResponse, part: string | Uint8Array): Permissions {
    const key = etagOf(response) ?? hashSource(textOf(part));
    const known = cached.get(key);
    if (known !== undefined) return known;
    const permissions = permissionsOf(textOf(part));
    cached.set(key, permissions);
    return permissions;
  }

  function bodyOf(response: ServerResponse, nonce: string, part: string | Uint8Array, isAll: boolean): Body {
    if (response.hasHeader('x-nextjs-postponed'))
      return { state: 'resumed', code: cachedPermissionsOf(response, part) };
    const isCached = response.hasHeader('x-nextjs-cache') || response.hasHeader('x-nextjs-prerender');
    if (isAll && (isCached || !includes(part, nonce)))
      return { state: 'cached', code: cachedPermissionsOf(response, part) };
    // The edge runtime renders pages of the Pages Router so.
    if (!includes(part, nonce)) return { state: 'resumed', code: permissionsOf(textOf(part)) };
    return includes(part, '<style') ? { state: 'rendered', styles: permissionsOf(textOf(part)).styles } : streamed;
  }

  function permissionsFor(response: ServerResponse, nonce: string): Permissions | undefined {
    if (response.req.method === 'HEAD') return cached.get(etagOf(response) ?? '');
    const body = bodies.get(response) ?? streamed;
    if (body.state === 'cached') return body.code;
    const code = body.state === 'resumed' ? body.code : { scripts: [], styles: body.styles };
    const { scripts, insertedScripts, insertedStyles } = ofEvery;
    return {
      scripts: unique([...scripts, ...insertedScripts, ...code.scripts, `'nonce-${nonce}'`]),
      styles: unique([...code.styles, ...insertedStyles, `'nonce-${nonce}'`]),
      styleAttributes: true,
      dataImages: true,
    };
  }

  return {
    /** Notes the start of a response's body. */
    note(response: ServerResponse, nonce: string, part: unknown, isAll: boolean): void {
      if (response.req.method === 'HEAD' || !isHtml(response.getHeader('Content-Type')) || !isTextual(part)) return;
      bodies.set(response, bodyOf(response, nonce, part, isAll));
    },
    /** The policy of a response; `undefined`: the browser has it already, with its copy. */
    policyFor(response: ServerResponse, nonce: string, status: number, contentType: unknown): string | undefined {
      const permissions = isHtml(contentType) ? permissionsFor(response, nonce) : nothing;
      if (permissions === undefined) return undefined;
      if (status >= 400) {
        const styles = unique([...ofFailures, ...permissions.styles]);
        return contentSecurityPolicy({ ...permissions, styles }, further);
      }
      const policy = policies.get(permissions) ?? contentSecurityPolicy(permissions, further);
      policies.set(permissions, policy);
      return policy;
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
