import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { printFailure } from '../../../scripts/run/cli';
import { root } from '../../../scripts/run/root';
import { publishedVersions } from '../../../scripts/versions/published-versions';
import { setsToRun } from '../../../scripts/versions/version-sets';
import { nothingMeasured, type Measured } from '../comparisons';
import { watchMachine, type MachineLoad } from '../machine-load';
import { loadText, minutesSince, replaceBetween, roundsText, timeOfDay, writeJson } from '../publish';
import { startServer } from '../server';
import { startCandor } from '../sites';
import { measureWarmPages } from '../warm-pages';
import { dsn } from '../wizard/dsn';
import { buildSet, type SetFiles } from './build-set';
import { toVersionsTable, type SetResult } from './table';

export type VersionsResult = {
  measuredAt: string;
  machine: { cores: number; node: string };
  rounds: number;
  minutes: number;
  load: MachineLoad[];
  sets: SetResult[];
};

const names = ['newest', 'canary', 'sdk'];

/** Builds the application, bare Next.js and the wizard's site with the newest versions, and compares them as `runBench` does. */
export async function runVersions(rounds: number): Promise<void> {
  const from = performance.now();
  const load: MachineLoad[] = [];
  const sets: SetResult[] = [];
  for (const set of await setsToRun(names, publishedVersions)) {
    console.log(`${timeOfDay()}  ${set.name}: ${JSON.stringify(set.packages)}`);
    const { name, packages } = set;
    try {
      const { files, overrides } = await buildSet(set);
      const readLoad = await watchMachine();
      sets.push({ name, packages, overrides, measured: await measureSet(files, rounds) });
      load.push(await readLoad());
    } catch (error) {
      printFailure(error);
      sets.push({ name, packages, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  const machine = { cores: availableParallelism(), node: process.versions.node };
  const minutes = minutesSince(from);
  const result = { measuredAt: new Date().toISOString(), machine, rounds, minutes, load, sets };
  console.log(`\n${toText(result)}\n`);
  await publishVersions(result);
  console.log('Written: docs/bench-versions.json, docs/performance.md.');
}

async function measureSet(files: SetFiles, rounds: number) {
  const measured: Measured['pages'] = nothingMeasured().pages;
  const starts = {
    bare: () => startServer({ serverFile: files.bare }),
    candor: () => startCandor({ dsn, serverFile: files.candor }),
    off: () => startCandor({ dsn: '', serverFile: files.candor }),
    wizard: () => startServer({ serverFile: files.wizard }),
  };
  await measureWarmPages(starts, rounds, measured, (round) => console.log(`${timeOfDay()}    round ${round}`));
  const { bare, candor, off, wizard } = measured;
  return { bare, candor, off, wizard };
}

/** Writes the figures to docs/bench-versions.json, and the table to docs/performance.md. */
export async function publishVersions(result: VersionsResult, folder = root): Promise<void> {
  await writeJson(join(folder, 'docs/bench-versions.json'), result);
  await replaceBetween('versions', join(folder, 'docs/performance.md'), toText(result));
}

function toText({ measuredAt, machine, rounds, minutes, load, sets }: VersionsResult): string {
  const ranOn =
    `Measured ${measuredAt.slice(0, 10)} in ${roundsText(rounds)} on ${machine.cores} cores with Node ${machine.node}, ` +
    `in ${minutes.toFixed(1)} minutes with the builds.`;
  return [toVersionsTable(sets), [ranOn, ...(load.length > 0 ? [loadText(load)] : [])].join('\n')].join('\n\n');
}
