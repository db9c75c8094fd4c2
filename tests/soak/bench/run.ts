import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import prettier from 'prettier';
import { chromium } from 'playwright';
import { root } from '../../../scripts/run/root';
import { measureMemory, measurePages, measureStarts, measureTunnel, note, withServers, type Bench } from './measure';
import { startReceiver } from './server';
import { build, makeSites, sites } from './sites';
import { toReadme, toText, type Result, type Results } from './table';
import { measureVisits } from './visits';

const roundsToPublish = 6;
const repeats = 3; // The build, the starts of a round and the memory are measured so often.

/**
 * Compares Candor with bare Next and the SDK's wizard, and writes docs/bench.json and both tables.
 * @param options.node the program that runs the servers
 */
export async function runBench(options: { rounds: number; node: string; chromiumPath?: string }) {
  const { rounds, node, chromiumPath } = options;
  const bench: Bench = { node, figures: {}, round: 0 };
  const say = (what: string) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${what}`);
  say('sites');
  await makeSites();
  for (let round = 0; round < Math.min(rounds, repeats); round += 1)
    for (const site of sites) note(bench, site, await build(site));
  spawnSync('taskset', ['-cp', '1', String(process.pid)]); // From now on the servers have the other core.
  const endReceiver = await startReceiver();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  for (let round = 1; round <= rounds; round += 1) {
    bench.round = round;
    say(`round ${round} of ${rounds}`);
    for (let start = 0; start < repeats; start += 1) await measureStarts(bench, round + start);
    await measurePages(bench);
    await measureTunnel(bench);
    await withServers(bench, sites, (servers) => measureVisits(bench, browser, servers));
  }
  say('memory');
  const requests = rounds < roundsToPublish ? 5_000 : 100_000;
  for (let run = 0; run < repeats; run += 1) await measureMemory(bench, requests);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
  const about = { node: version, chromium: browser.version(), cores: cpus().length };
  await browser.close();
  await endReceiver();
  const result: Result = { measuredAt: new Date().toISOString(), ...about, rounds, figures: bench.figures };
  console.log(`\n${toText(result)}\n${rounds < roundsToPublish ? 'Not published: too few rounds.' : ''}`);
  if (rounds < roundsToPublish) return;
  const file = join(root, 'docs/bench.json');
  const results = JSON.parse(await readFile(file, 'utf8')) as Results;
  await writeFormatted(file, JSON.stringify({ ...results, [version.split('.')[0] ?? '']: result }), 'json');
  await publish(root);
}

/** Writes the tables of docs/bench.json. The newest Node decides, and the others stand beside it in docs/performance.md. */
export async function publish(folder: string): Promise<void> {
  const results = Object.values(
    JSON.parse(await readFile(join(folder, 'docs/bench.json'), 'utf8')) as Results,
  ).reverse();
  const [newest] = results;
  if (!newest) return;
  const texts = { 'docs/performance.md': results.map(toText).join('\n\n'), 'README.md': toReadme(newest) };
  for (const [name, text] of Object.entries(texts)) {
    const file = join(folder, name);
    const before = await readFile(file, 'utf8');
    const between = /(<!-- bench -->\n)[^]*?(<!-- \/bench -->)/;
    if (!between.test(before)) throw new Error(`${name} has no place for the benchmark's table.`);
    await writeFormatted(
      file,
      before.replace(between, (_, start, end) => `${start}\n${text}\n\n${end}`),
      'markdown',
    );
  }
}

async function writeFormatted(file: string, text: string, parser: 'json' | 'markdown'): Promise<void> {
  const style = await prettier.resolveConfig(join(root, 'README.md'));
  await writeFile(file, await prettier.format(text, { ...style, parser }));
}
