import { attempt } from './patch.js';

type Tree = [segment: unknown, slots?: { children?: Tree }];
/** `__NA`: the App Router wrote it. */
type StateOfNext = { __NA?: true; __PRIVATE_NEXTJS_INTERNALS_TREE: { tree?: Tree } } | null;

/**
 * The segments of the current route, which Next's App Router keeps as a tree in the history entry; without the page itself, whose segment
 * has the query. Empty or `undefined`: not known, as before hydration, or in the Pages Router.
 */
export function currentSegments(): unknown[] | undefined {
  return attempt('route-pattern', () => {
    const segments: unknown[] = [];
    const state = history.state as StateOfNext;
    let node = state?.__NA && state.__PRIVATE_NEXTJS_INTERNALS_TREE.tree;
    for (; node?.[1]?.children; node = node[1].children) segments.push(node[0]);
    return segments;
  });
}
