import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { root } from '../../scripts/run/root';
import { toChart } from './chart';
import { comparisonsOf, type Measured } from './comparisons';
import type { MachineLoad } from './machine-load';
import { median, pairedRatio } from './statistics';
import { goalsText, ratioText, toTable } from './table';

const chart = "![Bars of what Candor and the wizard's default cost as multiples of bare Next.js](bench.svg)";

/** The figures that the README shows; docs/performance.md has them all. */
const inReadme = ['bytes-after-idle', 'home-main', 'failing-main', 'first-failure', 'memory-load'];

export type Result = {
  measuredAt: string;
  machine: { cores: number; node: string; chromium: string };
  rounds: number;
  /** Of each part. */
  minutes: Record<string, number>;
  /** In each part. */
  load: MachineLoad[];
  measured: Measured;
};

/** Writes the figures and the chart to `docs/`, all tables to docs/performance.md, and some rows to the README. */
export async function publish(result: Result, folder = root): Promise<void> {
  const { pages } = comparisonsOf(result.measured);
  await writeJson(join(folder, 'docs/bench.json'), result);
  await writeFile(join(folder, 'docs/bench.svg'), toChart(pages.rows));
  await replaceBetween('bench', join(folder, 'docs/performance.md'), toText(result));
  const shown = pages.rows.filter(({ figure, variant }) => inReadme.includes(figure) && !variant);
  const rows = shown.map((row) => ({ ...row, before: undefined }));
  await replaceBetween('bench', join(folder, 'README.md'), toTable({ ...pages, rows }));
}

/** What docs/performance.md shows. */
export function toText({ measured, ...run }: Result): string {
  const { pages, flood, acceptance, tunnel } = comparisonsOf(measured);
  return [
    goalsText([pages, flood, acceptance, tunnel].flatMap(({ rows }) => rows)),
    chart,
    '### Pages',
    toTable(pages),
    hangingText(measured.pages.candor),
    '### A flood of equal failures',
    toTable(flood),
    '### From a failure to its acceptance',
    toTable(acceptance),
    '### The tunnel',
    toTable(tunnel),
    '### The run',
    runText(run),
  ].join('\n\n');
}

function hangingText(candor: Measured['pages']['candor']): string {
  const ratio = ratioText(pairedRatio(candor['hanging-main'] ?? [], candor['failing-main'] ?? []));
  return `Time of the main thread for a failing page of Candor's while the receiver hangs, to that while it is healthy: ${ratio}.`;
}

function runText({ measuredAt, machine, rounds, minutes, load }: Omit<Result, 'measured'>): string {
  const { cores, node, chromium } = machine;
  const parts = Object.entries(minutes).map(([part, duration]) => `${part} ${duration.toFixed(1)}`);
  const total = Object.values(minutes).reduce((sum, duration) => sum + duration, 0);
  return [
    `Measured ${measuredAt.slice(0, 10)} in ${roundsText(rounds)} on ${cores} cores with Node ${node} and Chromium ${chromium}.`,
    loadText(load),
    `Minutes: ${parts.join(', ')}; ${total.toFixed(1)} in all.`,
  ].join('\n');
}

const roundsText = (rounds: number) => (rounds === 1 ? '1 round' : `${rounds} rounds`);

export function loadText(load: MachineLoad[]): string {
  const range = (key: keyof MachineLoad) => {
    const values = load.map((one) => one[key]);
    return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`;
  };
  return (
    `The benchmark kept ${range('ours')} cores busy, and other programs ${range('others')}; ` +
    `the load average was ${range('loadAverage')}.`
  );
}

/** Replaces what stands between the two comments of this name. */
export async function replaceBetween(name: string, file: string, contents: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const between = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!between.test(text)) throw new Error(`${file} has no markers for the figures of ${name}.`);
  const replaced = text.replace(between, (_, start, end) => `${start}\n${contents}\n\n${end}`);
  await writeFormatted(file, replaced, 'markdown');
}

export const writeJson = (file: string, result: object) => writeFormatted(file, JSON.stringify(result), 'json');

/** The figures of too few rounds. */
export async function keepUnpublished(name: string, result: object, roundsToPublish: number): Promise<void> {
  await writeJson(join(root, '.bench', name), result);
  console.log(`Not published: fewer than ${roundsToPublish} rounds. The figures are in .bench/${name}.`);
}

export const timeOfDay = () => new Date().toTimeString().slice(0, 8);

/** With one digit after the point. */
export const minutesSince = (from: number) => Math.round((performance.now() - from) / 6_000) / 10;

async function writeFormatted(file: string, text: string, parser: 'json' | 'markdown'): Promise<void> {
  const style = await prettier.resolveConfig(join(root, 'README.md'));
  await writeFile(file, await prettier.format(text, { ...style, parser }));
}
