import { availableParallelism } from 'node:os';
import { measureAcceptance } from './acceptance';
import { launchChromium } from './browser';
import { buildSite } from './build-site';
import { nothingMeasured } from './comparisons';
import { watchMachine, type MachineLoad } from './machine-load';
import { keepUnpublished, minutesSince, publish, timeOfDay, toText } from './publish';
import { measureRound } from './round';
import { measureTunnels } from './tunnel';

const roundsToPublish = 5;

/** Builds what is missing, measures in alternating rounds, prints the tables and publishes them. */
export async function runBench({ rounds, chromiumPath }: { rounds: number; chromiumPath: string | undefined }) {
  const { inPart, minutes } = timeParts();
  const files = await inPart('builds', async () => ({
    bare: await buildSite('bare'),
    wizard: await buildSite('wizard'),
    sdkTunnel: await buildSite('sdk-tunnel'),
  }));
  const measured = nothingMeasured();
  const load: MachineLoad[] = [];
  const browser = await launchChromium(chromiumPath);
  try {
    await inPart('pages', async () => {
      for (let round = 1; round <= rounds; round += 1) {
        console.log(`Round ${round} of ${rounds} …`);
        const readLoad = await watchMachine();
        await measureRound({ files, browser, isReversed: round % 2 === 0 }, measured.pages);
        load.push(await readLoad());
      }
    });
    await inPart('acceptance', () => measureAcceptance({ browser, files, rounds }, measured.acceptance));
    await inPart('tunnel', () => measureTunnels({ sdkFile: files.sdkTunnel, rounds }, measured.tunnel));
  } finally {
    await browser.close();
  }

  const machine = { cores: availableParallelism(), node: process.versions.node, chromium: browser.version() };
  const result = { measuredAt: new Date().toISOString(), machine, rounds, minutes, load, measured };
  console.log(`\n${toText(result)}\n`);
  if (rounds < roundsToPublish) return keepUnpublished('bench.json', result, roundsToPublish);
  await publish(result);
  console.log('Written: docs/bench.json, docs/bench.svg, docs/performance.md, README.md.');
}

/** Says what begins, and keeps the minutes that each part took. */
function timeParts() {
  const minutes: Record<string, number> = {};
  async function inPart<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    console.log(`${timeOfDay()}  ${name}`);
    const from = performance.now();
    const result = await work();
    minutes[name] = minutesSince(from);
    return result;
  }
  return { minutes, inPart };
}
