import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { StackFrame } from '#sentry/core';
import type { ReadError } from '../scrubbing/log-format.js';
import { isOfSomeBuild } from './chunk-of-frame.js';
import { sourceFinder, type Build, type Found } from './find-source.js';
import { mapEvent, removeContext } from './map-event.js';
import { mapError, placeOf, type FindSource } from './stack-text.js';

// The thread that reads maps. The build makes one file of it, so it imports nothing but `node:` modules and code without any state.

export type EventLimits = {
  /** Who has made the event: chunks of a server are not named by their content, and anybody may send one as a browser. */
  madeBy: 'server' | 'browser';
  /** Whether source text may leave the server. */
  withContext: boolean;
  /** Of the JSON, which source text makes longer. */
  maxBytes: number;
};
export type Question = { error: ReadError } | ({ event: Uint8Array } & EventLimits);
/** `until`: in ms since the epoch, by the monotonic clock. */
export type Asked = Question & { id: number; until: number };

/** `counts`: how many frames have a source or have none, by reason. */
export type Answer = { id: number; error?: ReadError; event?: Uint8Array; counts: Map<string, number> };

/** Unlike ones of one question: the frames beyond stay as they are. */
const maxPlaces = 100;

try {
  if (process.platform === 'linux') setPriority(10); // Of this thread, where pages come first. Elsewhere it is that of the process.
} catch {
  // A sandbox forbids it: maps are read all the same.
}

const { build }: { build: Build } = workerData;
const findSource = sourceFinder(build);

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(answer(asked)));

function answer({ id, until, ...question }: Asked): Answer {
  const counts = new Map<string, number>();
  const count = (reason: string, number = 1) => counts.set(reason, (counts.get(reason) ?? 0) + number);
  const known = new Map<string, Found>();
  const lookUp = (place: Parameters<FindSource>[0]): Found => {
    if (known.size >= maxPlaces) return { problem: 'too many frames' };
    if (performance.timeOrigin + performance.now() > until) return { problem: 'out of time' };
    const isForeign = 'event' in question && question.madeBy === 'browser' && !place.file.includes('_next/static/');
    return isForeign ? { problem: 'of another build' } : findSource(place);
  };
  const find: FindSource = (place) => {
    if (!isOfSomeBuild(place.file)) return undefined;
    const key = placeOf(place);
    const found = known.get(key) ?? lookUp(place);
    known.set(key, found);
    count('source' in found ? 'mapped' : found.problem);
    return 'source' in found ? found.source : undefined;
  };

  if ('error' in question) {
    const error = mapError(question.error, find);
    return { id, error: counts.has('mapped') ? error : undefined, counts };
  }
  try {
    const event: unknown = JSON.parse(Buffer.from(question.event).toString());
    const { mapped, beyond } = mapEvent(event, find);
    if (beyond > 0) count('too many frames', beyond);
    if (mapped.length === 0) return { id, counts };
    const json = written(event, mapped, question);
    return json ? { id, event: json, counts } : { id, counts: new Map([['event too large', mapped.length]]) };
  } catch {
    return { id, counts: new Map([['not an event', 1]]) }; // The thread stays for the next one.
  }
}

/** The JSON of an event, without source text where that would be too much. `undefined`: it is still too large. */
function written(event: unknown, mapped: StackFrame[], { withContext, maxBytes }: EventLimits) {
  let json = withContext ? Buffer.from(JSON.stringify(event)) : undefined;
  if (!json || json.byteLength > maxBytes) {
    mapped.forEach(removeContext);
    json = Buffer.from(JSON.stringify(event));
  }
  return json.byteLength > maxBytes ? undefined : json;
}
