import { oneLine } from '../scrubbing/log-format.js';
import { describePath } from './request-fields.js';

/** With its line break. */
const maxBytes = 300;
const maxPath = 120;

type Short = { msg: string; level: string; digest: string; place: { path?: string; route?: string; origin?: string } };

/** The fields of a line that has at most 300 bytes, whatever path and route are: both are cut to what the rest leaves. */
export function shortLine(
  { msg, level, digest, place: { path, route, origin } }: Short,
  rest: { count?: number; dropped: string },
): object {
  const time = '2026-01-01T00:00:00.000Z'; // As long as each.
  const text = { path: path && '', route: route && '' };
  const left = maxBytes - 1 - JSON.stringify({ level, time, digest, ...text, origin, ...rest, msg }).length;
  const shortRoute = route && cutTo(oneLine(route), left >> 1);
  // A secret that is cut is not recognised any more, so the whole path is scrubbed.
  const whole = path && oneLine(describePath(path), maxPath);
  const shortPath = whole && cutTo(whole, left - (shortRoute ? bytesOf(shortRoute) : 0));
  return { digest, path: shortPath, route: shortRoute, origin, ...rest };
}

/** Its start, in so many bytes of a line. Half of a character takes more of them than the whole. */
function cutTo(text: string, maxBytes: number): string {
  let start = text.slice(0, maxBytes);
  while (bytesOf(start) > maxBytes) start = start.slice(0, -1);
  return start;
}

/** In a JSON string: a quote and a backslash are escaped, and nothing else is that a text on one line may have. */
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
