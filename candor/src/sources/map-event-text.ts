import { isOfSomeBuild, type Place } from './chunk-of-frame.js';
import { membersOf } from './json-members.js';
import { mapEvent, type Frame } from './map-event.js';
import { withScrubbedContext } from './scrub-context.js';
import type { Source } from './source.js';

export type EventLimits = {
  /** Unlike ones: the frames beyond stay as they are. */
  maxPlaces: number;
  /** Of the JSON, which source text makes longer. */
  maxBytes: number;
  /** Whether this build has made the event: chunks of a server are not named by their content. */
  isOwn: boolean;
  /** Whether source text may leave the server. */
  withContext: boolean;
};

type Find = (place: Place) => { source: Source } | { problem: string };

/**
 * Maps the frames of an event in its JSON, in which no other character changes.
 * @param text an event that was accepted: JSON
 * @returns `json`: `undefined` if it stays as it is; `counts`: how many frames are mapped, and how many are not, by reason
 */
export function mapEventText(
  text: string,
  find: Find,
  { maxPlaces, maxBytes, isOwn, withContext }: EventLimits,
): { json?: string; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const found = new Map<string, ReturnType<Find>>();
  const count = (reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1);

  function look(place: Place): ReturnType<Find> {
    if (!isOwn && !place.file.includes('_next/static/')) return { problem: 'of another build' };
    const key = `${place.line}:${place.column}:${place.file}`;
    const known = found.get(key);
    if (known) return known;
    if (found.size >= maxPlaces) return { problem: 'too many frames' };
    const result = withScrubbedContext(find(place));
    found.set(key, result);
    return result;
  }

  const event = JSON.parse(text) as Parameters<typeof mapEvent>[0];
  const sourceOf = (place: Place) => {
    if (!isOfSomeBuild(place.file)) return undefined;
    const result = look(place);
    count('source' in result ? 'mapped' : result.problem);
    return 'source' in result ? result.source : undefined;
  };
  const mapped = mapEvent(event, sourceOf, { withContext });
  if (!counts.has('mapped')) return { counts };
  const json = replaceFrames(text, event, mapped);
  if (Buffer.byteLength(json) <= maxBytes) return { json, counts };
  if (withContext) return mapEventText(text, find, { maxPlaces, maxBytes, isOwn, withContext: false });
  return { counts: new Map([['event too large', [...counts.values()].reduce((sum, each) => sum + each, 0)]]) };
}

type Framed = Parameters<typeof mapEvent>[0];

/** The text, with those frames of `mapped` that are not the objects of `event`. */
function replaceFrames(text: string, event: Framed, mapped: Framed): string {
  const parts: string[] = [];
  let copied = 0;
  const values = descend(text, [0, text.length], 'exception', 'values');
  for (const [index, value] of (mapped.exception?.values ?? []).entries()) {
    const before = event.exception?.values?.[index]?.stacktrace?.frames;
    const after = value?.stacktrace?.frames;
    if (!Array.isArray(after) || after.every((frame, at) => frame === before?.[at])) continue;
    const places = membersOf(text, descend(text, values, String(index), 'stacktrace', 'frames')[0]);
    for (const [at, frame] of after.entries() as IterableIterator<[number, Frame]>) {
      const place = places.get(String(at));
      if (frame === before?.[at] || !place) continue;
      parts.push(text.slice(copied, place[0]), JSON.stringify(frame));
      copied = place[1];
    }
  }
  return parts.join('') + text.slice(copied);
}

function descend(text: string, within: [number, number], ...names: string[]): [number, number] {
  let place = within;
  for (const name of names) place = membersOf(text, place[0]).get(name) ?? place;
  return place;
}
