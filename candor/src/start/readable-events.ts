import type { Readable } from '../delivery/stored-queue.js';
import { buildField, maxEventBytes, type Envelope } from '../envelope/envelope.js';
import { eventPayload, replaceEvent } from '../envelope/replace-payload.js';
import type { Sources } from './open-sources.js';

/** Whatever fails leaves the event as it is, and is counted. */
export function readableEvents(
  sources: Pick<Sources, 'buildId' | 'mapEvent'>,
  { withContext }: { withContext: boolean },
): Readable {
  return async (envelope, madeBy) => {
    // An event of the server that names no build was mapped before; one of another build stays as it is.
    if (madeBy === 'server' && envelope.header[buildField] !== sources.buildId) return envelope;
    const payload = mayNameChunks(envelope.rest) ? eventPayload(envelope) : undefined; // A feedback has none.
    const mapped = payload && (await sources.mapEvent(payload, { madeBy, withContext, maxBytes: maxEventBytes }));
    return withoutBuild(mapped ? replaceEvent(envelope, mapped) : envelope);
  };
}

/** Such an envelope is not mapped again. */
function withoutBuild(envelope: Envelope): Envelope {
  if (!(buildField in envelope.header)) return envelope;
  const header = { ...envelope.header };
  delete header[buildField];
  return { ...envelope, header, bytes: Buffer.concat([Buffer.from(JSON.stringify(header)), envelope.rest]) };
}

/** An event without frames in chunks, as `isOfSomeBuild` knows them, wakes no thread. */
function mayNameChunks(rest: Uint8Array): boolean {
  const bytes = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  return ['_next/static/', '/server/', 'webpack-internal:'].some((text) => bytes.includes(text));
}
