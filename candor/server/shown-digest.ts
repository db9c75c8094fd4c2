import { digestOf, newEventId } from '../digest';

type ShownDigests = {
  /** The event ids of what was thrown without a digest that is fit to be shown. */
  ids: WeakMap<object, string>;
  /** Whether React is asking for a digest at this moment. */
  isAsked: boolean;
};

const key = Symbol.for('candor.shown-digests');
const shared = globalThis as { [key]?: ShownDigests };

/** The same for every instance of this module: Next makes several, see `reporter.ts`. */
export function shownDigests(): ShownDigests {
  return (shared[key] ??= { ids: new WeakMap(), isAsked: false });
}

/**
 * Makes them the same for every runtime of this process. Each has a global object of its own, so they are kept on
 * `common`. Returns whether another runtime, or an earlier call, had done so.
 */
export function shareShownDigests(common: object): boolean {
  const holder = common as typeof shared;
  const isShared = holder[key] !== undefined;
  shared[key] = holder[key] ??= shownDigests();
  return isShared;
}

/**
 * The digest of what was thrown, as Next shows it and as we log it: its own if that is fit, otherwise an event id, the
 * same each time. A primitive has none: Next makes an error of it.
 */
export function shownDigestOf(thrown: unknown): string | undefined {
  return digestOf(thrown) ?? (typeof thrown === 'object' && thrown !== null ? idOf(thrown) : undefined);
}

/** The event id of this object, whatever digest it has. */
export function idOf(thrown: object): string {
  const { ids } = shownDigests();
  const id = ids.get(thrown) ?? newEventId();
  ids.set(thrown, id);
  return id;
}
