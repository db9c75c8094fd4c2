import { availableParallelism } from 'node:os';
import { measureAcceptance, startWatchedReceiver, type Acceptance } from './acceptance';
import { launchChromium } from './browser';
import { publish } from './publish';
import { measureRound } from './round';
import { toRows, type Measured } from './rows';
import { startServer } from './server';
import { buildSites, startCandor, type SiteName } from './sites';
import { pairedRatio, percentile } from './statistics';
import { ratioText, toTable } from './table';

const roundsToPublish = 5;

/** Builds what is missing, measures in alternating rounds, prints the table and publishes it. */
export async function runBench({ rounds, chromiumPath }: { rounds: number; chromiumPath: string | undefined }) {
  const from = performance.now();
  const said = (what: string) => console.log(`${((performance.now() - from) / 60_000).toFixed(1)} min  ${what}`);
  said('Building the sites …');
  const files = await buildSites();
  const browser = await launchChromium(chromiumPath);
  const measured: Measured = { bare: {}, candor: {}, wizard: {} };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      said(`Round ${round} of ${rounds} …`);
      await measureRound(files, browser, measured);
    }
    said('From failure to acceptance …');
    await measureAcceptances(files, rounds, measured, browser);
  } finally {
    await browser.close();
  }

  const rows = toRows(measured);
  const hanging = hangingSentence(measured);
  console.log(`\n${toTable(rows)}\n\n${hanging}\n`);
  if (rounds < roundsToPublish) return said(`Not written: fewer than ${roundsToPublish} rounds.`);
  await publish({
    measuredAt: new Date().toISOString(),
    machine: { cores: availableParallelism(), node: process.versions.node, chromium: browser.version() },
    rounds,
    minutes: Math.round((performance.now() - from) / 6_000) / 10,
    rows,
    hanging,
    measured,
  });
  said('Written: docs/bench.json, docs/bench.svg, docs/performance.md, README.md.');
}

async function measureAcceptances(
  files: Record<SiteName, string>,
  rounds: number,
  measured: Measured,
  browser: Awaited<ReturnType<typeof launchChromium>>,
): Promise<void> {
  const receiver = await startWatchedReceiver();
  const servers = { candor: await startCandor(receiver.dsn), wizard: await startServer(files.wizard) };
  const times: Record<keyof typeof servers, Acceptance[]> = { candor: [], wizard: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const site of ['candor', 'wizard'] as const) {
      times[site].push(await measureAcceptance(browser, servers[site].url, receiver));
    }
  }
  for (const site of ['candor', 'wizard'] as const) {
    for (const failure of ['server-error', 'error-loaded', 'error-not-loaded'] as const) {
      const all = times[site].flatMap((round) => round[failure]); // A round has too few for its hundredth.
      measured[site][`${failure}-p50`] = [percentile(all, 0.5)];
      measured[site][`${failure}-p99`] = [percentile(all, 0.99)];
    }
    await servers[site].end();
  }
  await receiver.close();
}

function hangingSentence({ candor }: Measured): string {
  const ratio = pairedRatio(candor['hanging-rps'] ?? [], candor['failing-rps'] ?? []);
  return `Failing pages that Candor serves while the receiver hangs, to those while it is healthy: ${ratioText(ratio)}.`;
}
