import type { Route } from './current-route';

/** The pattern of a route, as `/items/[id]`, with which its events are named. */
export function routePattern(route: Route): string | undefined {
  return Array.isArray(route) ? `/${route.flatMap(segmentName).join('/')}` : route;
}

/** A dynamic segment is `[name, value, kind]`. The root and groups are in no pattern. */
function segmentName(segment: unknown): string | [] {
  if (typeof segment === 'string') return /^($|\()/.test(segment) ? [] : segment.replace(/^\//, '');
  if (!Array.isArray(segment)) return [];
  const [name, , kind] = segment.map(String);
  if (kind?.startsWith('oc')) return `[[...${name}]]`;
  return kind?.startsWith('c') ? `[...${name}]` : `[${name}]`;
}
