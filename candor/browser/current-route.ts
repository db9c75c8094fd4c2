type Tree = [segment: unknown, slots?: { children?: Tree }];
type StateOfNext = { __PRIVATE_NEXTJS_INTERNALS_TREE?: { tree?: Tree } } | null;
type PageOfNext = { next?: { router?: { pathname?: string } } };

/** The route that a page showed: the segments of an App Router, or the pattern of a Pages Router. */
export type Route = unknown[] | string | undefined;

/**
 * The route that this page shows now. Next's App Router keeps its tree in the history entry, and its Pages Router says the pattern
 * itself. The page itself, which has no children, is left out: its segment has the query. `undefined`: not known, as before hydration.
 */
export function currentRoute(): Route {
  let node = (history.state as StateOfNext)?.__PRIVATE_NEXTJS_INTERNALS_TREE?.tree;
  if (!node) return (window as PageOfNext).next?.router?.pathname;
  const segments: unknown[] = [];
  for (; node[1]?.children; node = node[1].children) segments.push(node[0]);
  return segments;
}
