import { digestOf } from '../digest';
import { outsideRender } from './outside-render';
import { singleton } from './singleton';

type ShownDigests = {
  /** The event ids of objects that were thrown without a digest that is fit to be shown. */
  ids: WeakMap<object, string>;
  /** The objects that Candor has captured, or is capturing. */
  captured: WeakSet<object>;
  /** Whether React is asking for a digest at this moment. */
  isAsked: boolean;
};

const slotOn = (holder?: object) => singleton<{ digests?: ShownDigests }>('shown-digests', () => ({}), holder);

export function shownDigests(): ShownDigests {
  return (slotOn().digests ??= { ids: new WeakMap(), captured: new WeakSet(), isAsked: false });
}

/**
 * Makes all runtimes of this process share their digests. Each runtime has a global object of its own, so the digests are
 * also kept on `common`.
 * @returns whether another runtime, or an earlier call, had shared them already
 */
export function shareShownDigests(common: object): boolean {
  const shared = slotOn(common);
  const isShared = shared.digests !== undefined;
  slotOn().digests = shared.digests ??= shownDigests();
  return isShared;
}

/**
 * The digest of a thrown value, as Next shows it and as we log it: its own if that is fit to be shown, otherwise an event
 * id, the same each time. A primitive has none: Next makes an error of it.
 */
export function shownDigestOf(thrown: unknown): string | undefined {
  return digestOf(thrown) ?? (typeof thrown === 'object' && thrown !== null ? idOf(thrown) : undefined);
}

/** A new event id. Only servers always have `randomUUID`; it has a pool of random bytes, and takes a tenth of the time. */
export function newDigest(): string {
  return outsideRender(() => crypto.randomUUID()).replaceAll('-', '');
}

/**
 * The event id of this object, whatever digest it has: the id that it is reported under, now or later, and however: thrown,
 * thrown in `after()`, or passed to `report()`.
 */
export function idOf(thrown: object): string {
  const { ids } = shownDigests();
  const id = ids.get(thrown) ?? newDigest();
  ids.set(thrown, id);
  return id;
}

/** Next makes a new error of any other value, and puts all the value's properties into its message. */
export function isErrorToNext(thrown: unknown): thrown is object {
  try {
    return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
  } catch {
    return false; // A trap of a proxy threw. Next then makes no error of it either, and fails itself.
  }
}

/** Makes this the event id of an object that has none yet: an id that somebody was told already. */
export function adoptId(thrown: object, id: string): void {
  const { ids } = shownDigests();
  if (!ids.has(thrown)) ids.set(thrown, id);
}
