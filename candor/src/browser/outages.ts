/** The title of the screen and the notice for a request that found no network. */
export const unreachable = 'Could not reach this site';
const titles = new WeakMap<object, string>();

/**
 * Errors of requests that got no response of the site, each with its title. They are not failures of the application: they
 * are not reported, and a screen says so.
 */
export const outages = {
  add(thrown: object, title = unreachable): void {
    titles.set(thrown, title);
  },

  /** The title for what was thrown. `undefined`: it is a failure like any other. */
  titleOf(thrown: unknown): string | undefined {
    return titles.get(thrown as object); // A primitive is in no map.
  },
};
