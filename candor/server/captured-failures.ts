import { BoundedMap } from '../bounded-map';
import type { Failure } from './failure';
import { shownDigests } from './shown-digest';

const maxIds = 1_000;

type Captured = Pick<Failure, 'thrown' | 'eventId'>;

/**
 * The failures that were captured, or are being captured: for errors that are passed on as another object, by the last event
 * ids; for the objects themselves however long ago, and in whichever runtime, because the SDK captures none twice.
 */
export function createCapturedFailures() {
  const ids = new BoundedMap<string, true>(maxIds);
  return {
    has({ thrown, eventId }: Captured): boolean {
      return ids.get(eventId) === true || (isObject(thrown) && shownDigests().captured.has(thrown));
    },
    add({ thrown, eventId }: Captured): void {
      ids.set(eventId, true);
      if (isObject(thrown)) shownDigests().captured.add(thrown);
    },
    delete({ thrown, eventId }: Captured): void {
      ids.delete(eventId);
      if (isObject(thrown)) shownDigests().captured.delete(thrown);
    },
  };
}

function isObject(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null;
}
