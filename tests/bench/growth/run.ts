import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/run/root';
import { watchMachine, type MachineLoad } from '../machine-load';
import { keepUnpublished, loadText, minutesSince, replaceBetween, roundsText, timeOfDay, writeJson } from '../publish';
import { addFigures } from '../rows';
import type { Axis, Steps } from './axis';
import { toGrowthChart } from './chart';
import { documentSize } from './document-size';
import { failuresASecond } from './failures-a-second';
import { instances } from './instances';
import { keptEvents } from './kept-events';
import { pagesWithMaps } from './pages-with-maps';
import { growthSentence } from './sentence';
import { toGrowthTable } from './table';

const axes = { failuresASecond, keptEvents, pagesWithMaps, instances, documentSize };
type Measured = Record<keyof typeof axes, Steps>;

export type GrowthResult = {
  measuredAt: string;
  machine: { cores: number; node: string };
  rounds: number;
  minutes: number;
  load: MachineLoad[];
  measured: Measured;
};

const roundsToPublish = 2;

/** Measures every step of every axis in each round, prints the tables and publishes them. */
export async function runGrowth(rounds: number): Promise<void> {
  const from = performance.now();
  const measured = Object.fromEntries(Object.keys(axes).map((name) => [name, {}])) as Measured;
  for (const axis of Object.values<Axis>(axes)) await axis.prepare?.();
  const load: MachineLoad[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const readLoad = await watchMachine();
    for (const [name, axis] of Object.entries<Axis>(axes)) {
      console.log(`${timeOfDay()}  Round ${round} of ${rounds}: ${axis.title}`);
      await measureSteps(axis, measured[name as keyof Measured], { isReversed: round % 2 === 0 });
    }
    load.push(await readLoad());
  }
  const result: GrowthResult = {
    measuredAt: new Date().toISOString(),
    machine: { cores: availableParallelism(), node: process.versions.node },
    rounds,
    minutes: minutesSince(from),
    load,
    measured,
  };
  console.log(`\n${toText(result)}\n`);
  if (rounds < roundsToPublish) return keepUnpublished('growth.json', result, roundsToPublish);
  await publishGrowth(result);
  console.log('Written: docs/growth.json, docs/growth.svg, docs/performance.md.');
}

async function measureSteps({ steps, measure }: Axis, measured: Steps, { isReversed }: { isReversed: boolean }) {
  for (const step of isReversed ? steps.toReversed() : steps) addFigures((measured[step] ??= {}), await measure(step));
}

/** Writes the figures and the chart to `docs/`, and the tables to docs/performance.md. */
export async function publishGrowth(result: GrowthResult, folder = root): Promise<void> {
  await writeJson(join(folder, 'docs/growth.json'), result);
  await writeFile(join(folder, 'docs/growth.svg'), toGrowthChart(measuredAxes(result)));
  await replaceBetween('growth', join(folder, 'docs/performance.md'), toText(result));
}

const chart = '![Lines of how each figure grows along its axis, as a multiple of its first step](growth.svg)';

const measuredAxes = ({ measured }: GrowthResult) =>
  Object.entries<Axis>(axes).map(([name, axis]) => ({ axis, steps: measured[name as keyof Measured] }));

function toText(result: GrowthResult): string {
  const { measuredAt, machine, rounds, minutes, load } = result;
  const parts = measuredAxes(result).flatMap(({ axis, steps }) => [
    toGrowthTable(axis, steps),
    growthSentence(axis, steps),
  ]);
  const ranOn =
    `Measured ${measuredAt.slice(0, 10)} in ${roundsText(rounds)} on ${machine.cores} cores with Node ${machine.node}, ` +
    `in ${minutes.toFixed(1)} minutes.\n${loadText(load)}`;
  return [chart, ...parts, ranOn].filter(Boolean).join('\n\n');
}
