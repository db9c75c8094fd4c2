import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from '../application.js';
import type { Terminal } from '../init.js';
import type { Format } from './formats.js';

/** Writes a file. One that is there is only replaced if somebody says so. @throws CommandError where nobody can be asked */
export async function writeOutput(
  file: string,
  text: string,
  { format, yes }: { format: Format; yes: boolean },
  { print, ask }: Pick<Terminal, 'print' | 'ask'>,
): Promise<void> {
  const isThere = existsSync(file);
  if (isThere && readFileSync(file, 'utf8') === text) return;
  if (isThere && !yes) {
    if (ask === undefined) throw new CommandError(`${file} exists. ${howToMerge(format)} Or replace it with --yes.`);
    print(howToMerge(format));
    if (!/^y(es)?$/i.test(await ask(`Replace ${file}? (y/n) `))) throw new CommandError('Nothing was written.');
  }
  writeFileSync(file, text);
  print(`Written: ${basename(file)}`);
}

function howToMerge(format: Format): string {
  return format === 'vercel'
    ? "To keep the rest of it, write to another file and put that one's `headers` in: jq -s '.[0] + {headers: (.[0].headers + .[1].headers)}' vercel.json headers.json"
    : 'To keep it, write to another file.';
}
