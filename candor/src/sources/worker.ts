import { parentPort, workerData } from 'node:worker_threads';
import type { Place } from './chunk-of-frame.js';
import { mapEventText, type EventLimits } from './map-event-text.js';
import { withScrubbedContext } from './scrub-context.js';
import { readMaps, type Build, type Found } from './read-maps.js';

// The thread that reads maps. The build makes one file of it beside the maps, where the server finds it whatever bundled the server:
// so it imports nothing but `node:` modules and code without any state.

export type Question = { places: Place[] } | { event: Uint8Array; limits: EventLimits };
export type Asked = Question & { id: number; budgetMs: number };

export type FoundInTime = Found | { problem: 'out of time' };
/** Of places what was found of each; of an event its new JSON, if there is one, and how many frames it is by reason. */
export type Answered = {
  found?: FoundInTime[];
  event?: Uint8Array | undefined;
  counts?: [reason: string, frames: number][];
};

const { build } = workerData as { build: Build };
const find = readMaps(build);

parentPort?.on('message', ({ id, budgetMs, ...question }: Asked) => {
  const end = performance.now() + budgetMs;
  const findInTime = (place: Place): FoundInTime =>
    performance.now() > end ? { problem: 'out of time' } : find(place);
  parentPort?.postMessage({ id, ...answer(question, findInTime) });
});

function answer(question: Question, findInTime: (place: Place) => FoundInTime): Answered {
  if ('places' in question) return { found: question.places.map((place) => withScrubbedContext(findInTime(place))) };
  try {
    const { json, counts } = mapEventText(Buffer.from(question.event).toString(), findInTime, question.limits);
    return { event: json === undefined ? undefined : Buffer.from(json), counts: [...counts] };
  } catch {
    return { counts: [['not an event', 1]] }; // The thread stays for the next one.
  }
}
