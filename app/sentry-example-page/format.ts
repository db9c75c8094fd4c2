import type { EventState } from 'candor';

/** `2026-11-20 12:29:05 UTC` */
export function formatUtc(time: Date): string {
  return time.toISOString().replace(/^(.+)T(.+)\.\d+Z$/, '$1 $2 UTC');
}

/** The delivery state in the words of the screens. */
export function formatState(event: EventState): string {
  if (event.state === 'dropped') return `dropped: ${event.reason}`;
  return event.state === 'unknown' ? 'not known to this server' : event.state;
}
