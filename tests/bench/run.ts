import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { measureAcceptance } from './acceptance';
import { launchChromium } from './browser';
import { buildSite } from './build-site';
import { nothingMeasured } from './comparisons';
import { measureFlood } from './flood';
import { watchMachine, type MachineLoad } from './machine-load';
import { keepUnpublished, minutesSince, publish, timeOfDay, toText } from './publish';
import { measureStarts } from './starts';
import { prepareSubjects } from './subjects';
import { measureTunnels } from './tunnel';
import { measureVisits } from './visits';
import { measureWarmPages } from './warm-pages';

const roundsToPublish = 5;
/** Of an event's way to the service: each of its rounds has 70 failures, and no goal. */
const mostRoundsOfAcceptance = 3;

type Options = {
  rounds: number;
  chromiumPath: string | undefined;
  /** The server file of another build of the application, for the column _before_. */
  before?: string;
};

/** Builds what is missing, measures in alternating rounds, prints the tables and publishes them. */
export async function runBench({ rounds, chromiumPath, before }: Options) {
  const { inPart, minutes, load } = timeParts();
  const { starts, files } = await inPart('builds', async () => ({
    starts: await prepareSubjects(before && resolve(before)),
    files: { sdkTunnel: await buildSite('sdk-tunnel'), dispatchTunnel: await buildSite('dispatch-tunnel') },
  }));
  const measured = nothingMeasured();
  const onRound = (round: number) => console.log(`${timeOfDay()}    round ${round} of ${rounds}`);
  await inPart('starts', () => measureStarts(starts, rounds, measured.pages, onRound));
  await inPart('pages', () => measureWarmPages(starts, rounds, measured.pages, onRound));
  await inPart('flood', () => measureFlood(starts, rounds, measured.flood, onRound));
  const browser = await launchChromium(chromiumPath);
  try {
    await inPart('visits', () => measureVisits({ starts, browser, rounds }, measured.pages, onRound));
    const acceptance = { browser, starts, rounds: Math.min(rounds, mostRoundsOfAcceptance) };
    await inPart('acceptance', () => measureAcceptance(acceptance, measured.acceptance));
  } finally {
    await browser.close();
  }
  await inPart('tunnel', () => measureTunnels({ files, rounds }, measured.tunnel));

  const machine = { cores: availableParallelism(), node: process.versions.node, chromium: browser.version() };
  const result = { measuredAt: new Date().toISOString(), machine, rounds, minutes, load, measured };
  console.log(`\n${toText(result)}\n`);
  if (rounds < roundsToPublish) return keepUnpublished('bench.json', result, roundsToPublish);
  await publish(result);
  console.log('Written: docs/bench.json, docs/bench.svg, docs/performance.md, README.md.');
}

/** Says what begins, and keeps the minutes that each part took and how busy the machine was meanwhile. */
function timeParts() {
  const minutes: Record<string, number> = {};
  const load: MachineLoad[] = [];
  async function inPart<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    console.log(`${timeOfDay()}  ${name}`);
    const from = performance.now();
    const readLoad = await watchMachine();
    const result = await work();
    if (name !== 'builds') load.push(await readLoad());
    minutes[name] = minutesSince(from);
    return result;
  }
  return { minutes, load, inPart };
}
