import type { Readable } from '../delivery/readable.js';
import { buildField } from '../envelope/envelope.js';
import { maxEventBytes } from '../envelope/envelope-size.js';
import { eventPayload, replaceEvent } from '../envelope/replace-payload.js';
import type { Sources } from './open-sources.js';

/** Makes events readable by the sources of this build. Whatever fails leaves the event as it is, and is counted. */
export function readableEvents(sources: Sources, { withContext }: { withContext: boolean }): Readable {
  return {
    buildId: sources.buildId,
    async make(envelope, source) {
      const payload = eventPayload(envelope);
      if (payload === undefined) return envelope; // A feedback.
      const isOwn = source === 'server' && envelope.header[buildField] === sources.buildId;
      const mapped = await sources.mapEvent(payload, { maxBytes: maxEventBytes, isOwn, withContext });
      return mapped ? replaceEvent(envelope, mapped) : envelope;
    },
  };
}
