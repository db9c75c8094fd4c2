import type { ErrorEvent } from '#sentry/core';
import type { Readable } from '../delivery/readable.js';
import { buildField, type Envelope } from '../envelope/envelope.js';
import { maxEventBytes } from '../envelope/envelope-size.js';
import { eventPayload, replaceEvent } from '../envelope/replace-payload.js';
import { mapEvent } from '../sources/map-event.js';
import type { Sources } from './open-sources.js';

export type ReadableEvents = Readable & {
  /** An event of this process with readable frames, before it is an envelope. `undefined`: not all its sources are known yet. */
  makeKnown(event: ErrorEvent): ErrorEvent | undefined;
};

/** Makes events readable by the sources of this build. Whatever fails leaves the event as it is, and is counted. */
export function readableEvents(sources: Sources, { withContext }: { withContext: boolean }): ReadableEvents {
  async function map(envelope: Envelope, payload: Uint8Array, isOwn: boolean): Promise<Envelope> {
    const mapped = await sources.mapEvent(payload, { maxBytes: maxEventBytes, isOwn, withContext });
    return mapped ? replaceEvent(envelope, mapped) : envelope;
  }

  return {
    buildId: sources.buildId,
    make(envelope, source) {
      const builtBy = envelope.header[buildField];
      if (source === 'server' && builtBy === undefined) return envelope; // It is readable, or of a build without maps.
      const isOwn = source === 'server' && builtBy === sources.buildId;
      if (!isOwn && !mayNameChunks(envelope.rest)) return envelope;
      const payload = eventPayload(envelope);
      return payload ? map(envelope, payload, isOwn) : envelope; // A feedback has none.
    },
    makeKnown: (event) => sources.mapKnown((find) => mapEvent(event, find, { withContext }))?.mapped,
  };
}

/** Whether an event may have frames in chunks, as `isOfSomeBuild` knows them. Without one it stays as it is, and wakes no thread. */
function mayNameChunks(rest: Uint8Array): boolean {
  const bytes = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  return bytes.includes('_next/static/') || bytes.includes('/server/');
}
