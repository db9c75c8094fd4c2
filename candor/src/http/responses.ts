import type { ServerResponse } from 'node:http';
import { checkAnnounced, markAnnounced } from '../internals/server/request-start.js';
import {
  observeResponse,
  observeResponses,
  type Header,
  type ResponseObserver,
} from '../internals/server/response-methods.js';
import { waitingResponses } from '../internals/server/waiting-responses.js';

export type { Header };

/** What decides the headers of each response. */
export type ResponsePolicy = ResponseObserver & {
  /** Is called for the response to a request that arrived before the policy was there. */
  adopt: (response: ServerResponse) => void;
};

/**
 * All that is done to every response of this process. A response that fails is rewritten before, and a page that fails while
 * it is streamed has its parts transformed: `rewrite-response.ts`, `streamed-failure.ts`.
 * @param policy `undefined`: there is none, as under the development server
 * @param headStarts is called before the policy's headers are added
 */
export function handleResponses(
  policy: ResponsePolicy | undefined,
  headStarts: (response: ServerResponse) => void = () => {},
): void {
  observeResponses({
    bodyStarts(response, part, isAll) {
      checkAnnounced(response);
      policy?.bodyStarts(response, part, isAll);
    },
    needsBody: (response) => policy?.needsBody(response) ?? false,
    headEnds(response, status, contentType) {
      headStarts(response);
      return policy?.headEnds(response, status, contentType) ?? [];
    },
    failed: (response, error) => policy?.failed(response, error) ?? [],
  });
  for (const response of waitingResponses()) {
    markAnnounced(response);
    observeResponse(response);
    policy?.adopt(response);
  }
}
