import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { toChart } from './chart';
import type { Measured, Row } from './rows';
import { toTable } from './table';

const root = join(import.meta.dirname, '../..');
const betweenMarkers = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

const chart = "![Bars of what Candor and the wizard's default cost as multiples of bare Next.js](bench.svg)";

/** The figures that the README shows; docs/performance.md has them all. */
const inReadme = ['js-at-load', 'home-rps', 'failing-rps', 'start', 'memory-load'];

export type Result = {
  measuredAt: string;
  machine: { cores: number; node: string; chromium: string };
  rounds: number;
  minutes: number;
  rows: Row[];
  /** A sentence on the effect of a receiver that hangs. */
  hanging: string;
  measured: Measured;
};

/** Writes the figures and the chart to `docs/`, the whole table to docs/performance.md, and some of its rows to the README. */
export async function publish(result: Result, folder = root): Promise<void> {
  const { machine, rounds, measuredAt, rows, hanging } = result;
  await write(join(folder, 'docs/bench.json'), JSON.stringify(result), 'json');
  await writeFile(join(folder, 'docs/bench.svg'), toChart(rows));
  const ranOn = `Measured ${measuredAt.slice(0, 10)} in ${rounds} rounds on ${machine.cores} cores, noisy, with Node ${machine.node} and Chromium ${machine.chromium}.`;
  await replace(join(folder, 'docs/performance.md'), `${chart}\n\n${toTable(rows)}\n\n${ranOn} ${hanging}`);
  await replace(join(folder, 'README.md'), toTable(rows.filter(({ figure }) => inReadme.includes(figure))));
}

async function replace(file: string, contents: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!betweenMarkers.test(text)) throw new Error(`${file} has no markers for the benchmark's table.`);
  await write(
    file,
    text.replace(betweenMarkers, (_, start, end) => `${start}\n${contents}\n\n${end}`),
    'markdown',
  );
}

async function write(file: string, text: string, parser: 'json' | 'markdown'): Promise<void> {
  await writeFile(file, await prettier.format(text, { parser, printWidth: 120 }));
}
