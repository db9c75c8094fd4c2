import { isRecord } from '../is-record';

type PageOfNext = { next?: { router?: unknown } };

/**
 * The pattern of the route that this page shows, as `/items/[id]`. Next's App Router keeps its tree in the history entry, and its
 * Pages Router says the pattern itself. `undefined`: not known, as before hydration.
 */
export function routePattern(): string | undefined {
  const state: unknown = history.state;
  const ofApp = isRecord(state) ? state.__PRIVATE_NEXTJS_INTERNALS_TREE : undefined;
  if (isRecord(ofApp)) return patternOf(ofApp.tree);
  const { router } = (window as PageOfNext).next ?? {};
  return isRecord(router) && typeof router.pathname === 'string' ? router.pathname : undefined;
}

/** A tree is `[segment, { children: tree, SLOT: tree }]`. */
function patternOf(tree: unknown): string | undefined {
  if (!Array.isArray(tree)) return undefined;
  const segments: string[] = [];
  for (let node: unknown = tree; Array.isArray(node); node = isRecord(node[1]) ? node[1].children : undefined) {
    const segment = segmentName(node[0]);
    if (segment !== undefined) segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** A dynamic segment is `[name, value, kind]`. The root, groups, pages and the places of absent slots are in no pattern. */
function segmentName(segment: unknown): string | undefined {
  if (typeof segment === 'string') return /^($|\(|__)/.test(segment) ? undefined : segment.replace(/^\//, '');
  if (!Array.isArray(segment)) return undefined;
  const [name, , kind] = segment as unknown[];
  if (String(kind).startsWith('oc')) return `[[...${String(name)}]]`;
  return String(kind).startsWith('c') ? `[...${String(name)}]` : `[${String(name)}]`;
}
