import type { IncomingMessage } from 'node:http';
import { installDigest } from '../failures/install-digest.js';
import { describePath } from '../failures/request-fields.js';
import { observeUnreported } from '../failures/unreported-errors.js';
import { trackOpenConnections } from '../http/graceful-shutdown.js';
import { currentRequest } from '../http/request-context.js';
import { handleRequests } from '../http/requests.js';
import { observeAfterErrors } from '../internals/server/after-errors.js';
import { trackActions } from '../internals/server/entered-actions.js';
import { makeSdkIdsOutsideRender } from '../internals/server/outside-render.js';
import { noteSocketAddress } from '../monitoring/client-address.js';
import { createPageStates } from '../monitoring/page-states.js';
import { rewriteFailedResponses } from '../responses/failed-responses.js';
import type { SpokenLanguages } from '../responses/languages.js';
import { readAppearances } from '../responses/in-appearance.js';
import { describeError } from '../scrubbing/log-format.js';
import { eachMinute } from '../shared/each-minute.js';
import type { Log } from '../shared/log-messages.js';
import type { PolicyPart } from '../shared/policy-part.js';
import { nodeContext } from './server-context.js';

/** Observes every request, and makes its failures have a digest and a response that names it, from the first request on. */
export function prepareRequests(log: Log, site: { languages: SpokenLanguages; policy: PolicyPart | undefined }) {
  const isFromAction = trackActions(currentRequest); // Both before `installDigest` patches the `run` of all storages.
  observeAfterErrors((thrown) => nodeContext().failures.afterFailed(thrown));
  const interrupted = (digest: string) => failedResponses.noteInterrupt(digest);
  installDigest({ interrupted, ...observeUnreported(nodeContext) });
  makeSdkIdsOutsideRender();
  const connections = trackOpenConnections();
  handleRequests({ policy: site.policy?.requestStarts, connections, noteAddress: noteSocketAddress });
  const pageStates = createPageStates(log);
  const failedResponses = rewriteFailedResponses({
    ...site,
    appearances: readAppearances(log),
    failed: eachMinute((count: number, error: unknown, { url = '' }: IncomingMessage) =>
      log.error({ count, path: describePath(url), error: describeError(error) }, 'failed response left as it was'),
    ),
    missing: pageStates.noteMissing,
  });
  return { isFromAction, connections, pageStates, failedResponses };
}
