/** `2026-11-20 12:29:05 UTC` */
export function formatUtc(time: Date): string {
  return time
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}
