import { attempt } from './patch.js';

/** `appDir`: this page is one of the App Router. */
type PageOfNext = { next?: { appDir?: boolean; router: { pathname: string } } };
type Page = { segments?: unknown[] | undefined; url: string };

/** The pattern of a page's route, as `/items/[id]`. `undefined`: not known. */
export function routePattern({ segments = [], url }: Page): string | undefined {
  if (segments.length > 0) return `/${segments.flatMap(segmentName).join('/')}`;
  const isHere = url === location.origin + location.pathname;
  const { next } = window as PageOfNext;
  return attempt('route-pattern', () => (isHere && next && !next.appDir ? next.router.pathname : undefined));
}

/** A dynamic segment is `[name, value, kind]`. The root and groups are in no pattern. */
function segmentName(segment: unknown): string | [] {
  if (typeof segment === 'string') return /^($|\()/.test(segment) ? [] : segment.replace(/^\//, '');
  if (!Array.isArray(segment)) return [];
  const [name, , kind] = segment.map(String);
  if (kind?.startsWith('oc')) return `[[...${name}]]`;
  return kind?.startsWith('c') ? `[...${name}]` : `[${name}]`;
}
