/** Next gives pages and handlers instances of their own of each module. */
export const state = ((globalThis as { failsAgain?: { isFailing: boolean } }).failsAgain ??= { isFailing: false });
