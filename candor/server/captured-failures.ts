import { BoundedMap } from '../bounded-map';
import type { Failure } from './failure';
import { shownDigests } from './shown-digest';

const maxIds = 1_000;

type Captured = Pick<Failure, 'thrown' | 'eventId'>;

/**
 * The failures that were captured, or are being captured: by the last event ids, for errors that are passed on as another
 * object; and by their objects, however long ago and in whichever runtime.
 */
export function createCapturedFailures() {
  const ids = new BoundedMap<string, true>(maxIds);
  return {
    has({ thrown, eventId }: Captured): boolean {
      return ids.get(eventId) === true || shownDigests().captured.get(thrown as object) === eventId;
    },
    add({ thrown, eventId }: Captured): void {
      ids.set(eventId, true);
      if (typeof thrown === 'object' && thrown !== null) shownDigests().captured.set(thrown, eventId);
    },
    delete({ thrown, eventId }: Captured): void {
      ids.delete(eventId);
      shownDigests().captured.delete(thrown as object);
    },
  };
}
