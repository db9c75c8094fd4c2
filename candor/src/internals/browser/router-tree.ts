import { attempt } from './patch.js';

type Tree = [segment: unknown, slots?: { children?: Tree }];
/** `__NA`: the App Router wrote it. */
type StateOfNext = { __NA?: true; __PRIVATE_NEXTJS_INTERNALS_TREE: { tree?: Tree } } | null;

/** The segments of the current route, from the history entry, without the page, which has the query. `undefined`: not known. */
export function currentSegments(): unknown[] | undefined {
  return attempt('route-pattern', () => {
    const segments: unknown[] = [];
    const state = history.state as StateOfNext;
    let node = state?.__NA && state.__PRIVATE_NEXTJS_INTERNALS_TREE.tree;
    for (; node?.[1]?.children; node = node[1].children) segments.push(node[0]);
    return segments;
  });
}
