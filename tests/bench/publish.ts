import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { toChart } from './chart';
import type { Measured, Row } from './rows';
import { toTable } from './table';

const root = join(import.meta.dirname, '../..');
const inReadme = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

const chart = "![Bars of what Candor and the wizard's default cost as multiples of bare Next.js](docs/bench.svg)";

type Result = {
  measuredAt: string;
  machine: { cores: number; node: string; chromium: string };
  rounds: number;
  minutes: number;
  rows: Row[];
  /** A sentence on what a hanging receiver changes. */
  hanging: string;
  measured: Measured;
};

/** Writes what was measured to `docs/`, and the table into the README. */
export async function publish(result: Result): Promise<void> {
  await write('docs/bench.json', JSON.stringify(result), 'json');
  await writeFile(join(root, 'docs/bench.svg'), toChart(result.rows));
  const { machine, rounds, measuredAt, rows, hanging } = result;
  const ranOn = `Measured ${measuredAt.slice(0, 10)} in ${rounds} rounds on ${machine.cores} cores, noisy, with Node ${machine.node} and Chromium ${machine.chromium}.`;
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  await write(
    'README.md',
    readme.replace(inReadme, `$1\n${chart}\n\n${toTable(rows)}\n\n${ranOn} ${hanging}\n\n$2`),
    'markdown',
  );
}

async function write(file: string, text: string, parser: 'json' | 'markdown'): Promise<void> {
  await writeFile(join(root, file), await prettier.format(text, { parser, printWidth: 120 }));
}
