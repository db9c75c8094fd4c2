import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathAndQuery } from '../http/request-target.js';
import type { ResponsePolicy } from '../http/responses.js';
import { removeRouterHeaders } from '../internals/server/cache-headers.js';
import type { Maker } from '../internals/server/matched-page.js';
import { offerNonce } from '../internals/server/page-nonce.js';
import { readBuiltCode } from './built-code.js';
import { contentSecurityPolicy } from './content-security-policy.js';
import { createDocumentPolicies, isHtml } from './document-policy.js';
import type * as InlineCode from './inline-code.js';
import { loadParser as requireParser } from './load-parser.cjs';
import { newNonce } from './nonce.js';
import { createPageScripts } from './page-scripts.js';
import { createPolicyRelief, type ReliefLimits, type ReliefObserver } from './policy-relief.js';
import type { PolicySettings } from './policy-settings.js';
import { createSecurityHeaders } from './security-headers.js';

const nonceOf = Symbol('nonce');
type Prepared = ServerResponse & { [nonceOf]?: string };

/** Receives what the server logs about the policy. */
export type PolicyObserver = ReliefObserver & {
  /** The policy's own code threw while it handled a response. */
  failed: (error: unknown, request: IncomingMessage) => void;
  /** A document starts. `blockedIn` reads the inline scripts that its policy blocks. */
  documentStarts: (request: IncomingMessage, blockedIn: () => string[]) => void;
};

export type Policy = ResponsePolicy & {
  /** Prepares a request, before Next has it. */
  requestStarts: (exchange: { request: IncomingMessage; response: ServerResponse }) => void;
};

/**
 * Gives every response of this process its headers and its policy.
 * @param makerOf tells what made the response to a request
 * @param limits of the time in which the policy is relaxed
 */
export function createPolicy(
  settings: PolicySettings,
  observer: PolicyObserver,
  makerOf: (request: IncomingMessage) => Maker,
  { limits, loadParser = requireParser }: { limits?: ReliefLimits; loadParser?: () => typeof InlineCode } = {},
): Policy {
  const securityHeaders = createSecurityHeaders(settings);
  const relief = createPolicyRelief(settings.fallback, observer, limits);
  const pages = createPageScripts(makerOf, relief, loadParser);
  const policies = createDocumentPolicies(readBuiltCode(), settings.sources, loadParser, pages);

  return {
    requestStarts({ request, response }) {
      if (!prepare(request, response)) refuse(request);
    },
    adopt(response) {
      if (!prepare(response.req, response)) response.req.destroy(); // Node has checked its head already.
    },
    bodyStarts(response, part, isAll) {
      const nonce = nonceFor(response);
      if (!policies.note(response, nonce, part, isAll)) return;
      observer.documentStarts(response.req, () => policies.blockedIn(response, nonce, part));
    },
    needsBody: (response) => isHtml(response.getHeader('Content-Type')),
    headEnds(response, status, contentType) {
      const policy = () => policies.policyFor(response, nonceFor(response), contentType);
      const isRelaxed = policies.isRelaxed(response);
      const headers = securityHeaders(response.req, { status, contentType, policy, isRelaxed });
      if (isHtml(contentType)) removeRouterHeaders(response);
      return headers;
    },
    failed(response, error) {
      observer.failed(error, response.req);
      return [['Content-Security-Policy', policyOfFailure(nonceFor(response))]];
    },
  };
}

/** Permits the inline scripts of a document that is rendered for this request, and none of a cached one. */
function policyOfFailure(nonce: string): string {
  return contentSecurityPolicy({ scripts: [`'nonce-${nonce}'`], dataImages: true }, {});
}

/** @returns `false`: its target is not a path */
function prepare(request: IncomingMessage, response: ServerResponse): boolean {
  const nonce = nonceFor(response);
  offerNonce(request.headers, nonce);
  const url = pathAndQuery(request.url ?? '');
  if (url === undefined) return false;
  request.url = url;
  return true;
}

function nonceFor(response: Prepared): string {
  return (response[nonceOf] ??= newNonce());
}

/** Has Node respond with 400 and close the connection, as it does after this channel to HTTP/1.1 without a Host. */
function refuse(request: IncomingMessage): void {
  request.httpVersionMajor = request.httpVersionMinor = 1;
  request.headers.host = undefined;
}
