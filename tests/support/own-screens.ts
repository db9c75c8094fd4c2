import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guide = readFileSync(join(import.meta.dirname, '../../docs/own-screens.md'), 'utf8');

/** The text that docs/own-screens.md shows for a file: the name is its first line, or stands above it where JSON has no comments. */
export function shownFile(path: string): string {
  const [, text] = guide.split(path.endsWith('.json') ? `\n\`${path}\`:\n\n\`\`\`json\n` : `\n// ${path}\n`);
  const end = text?.indexOf('\n```\n') ?? -1;
  if (text === undefined || end === -1) throw new Error(`docs/own-screens.md does not show ${path}.`);
  return text.slice(0, end + 1);
}
