import { expect, test, type Page } from 'playwright/test';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedEvent } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { dependencies, devDependencies, inFolder, npmOptions, packed, run, writeFiles } from './adopt';
import { whileServed, type Site } from './serve';
import { capturesByCandor } from './visit';

// A fault in each place of an application, of which the log and the event name file, line and function. The application imports the
// browser's starter and the stylesheet only for their effects: a bundler leaves out what `sideEffects` of the package does not name.

/** The function around each fault, by the text that its line has, and the path that runs it. */
const onServer: Record<string, { path: string; in: string }> = {
  component: { path: '/component', in: 'OrderList' },
  action: { path: '/action', in: 'placeOrder' },
  handler: { path: '/handler', in: 'Orders.load' },
  proxy: { path: '/in-proxy', in: 'proxy' },
  after: { path: '/later', in: 'sendMail' },
  cached: { path: '/cached', in: 'findOrders' },
  'pages router': { path: '/old', in: 'getServerSideProps' },
  inlined: { path: '/inlined', in: 'discountOf' },
  evaluated: { path: '/evaluated', in: 'runFormula' },
  edge: { path: '/api/on-edge', in: 'readCountry' },
  package: { path: '/of-package', in: 'totalOf' },
  chain: { path: '/chain', in: 'GET' },
  cause: { path: '/chain', in: 'priceOf' },
  member: { path: '/chain', in: 'Stock.count' },
};
const inBrowser: Record<string, { button: string; in: string }> = {
  clicked: { button: 'Cancel', in: 'cancelOrder' },
  'rendered in the browser': { button: 'Break', in: 'OrderRow' },
};

test('log and event name file, line and function of every fault, built by Turbopack and by webpack', ({ page }) =>
  inFolder(async (folder) => {
    await makeApplication(folder);
    for (const [OUTPUT, ...options] of [['standalone'], ['start', '--webpack']] as const) {
      await run(folder, 'npx', ['next', 'build', ...options], { OUTPUT });
      await whileServed(OUTPUT, folder, async (site) => {
        await namesSources(page, site, await placesIn(folder));
        await capturesByCandor(page, site);
      });
    }
    const withStore = ['OUTBOX_URL=redis://127.0.0.1:1', 'SENTRY_DSN=http://key@127.0.0.1:1/1', 'npx', 'next', 'start'];
    await expect(run(folder, 'env', withStore)).rejects.toThrow(
      'Settings: OUTBOX_URL needs the package @redis/client: ',
    );
  }));

async function namesSources(page: Page, { url, ingest, log }: Site, places: Map<string, string>): Promise<void> {
  const paths = new Set(Object.values(onServer).map(({ path }) => path));
  const failEach = async () => {
    for (const path of paths) await page.goto(url + path).catch(() => {}); // A proxy that throws ends the connection.
    await page.goto(`${url}/action`);
    await page.getByRole('button', { name: 'Order' }).click();
    await expect(page.getByText(/Digest: \w{32}/)).toBeVisible();
  };
  await failEach();
  for (const { button } of Object.values(inBrowser)) {
    await page.goto(`${url}/browser`);
    await page.getByRole('button', { name: button }).click();
  }

  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [fault, { in: around }] of Object.entries({ ...onServer, ...inBrowser })) {
    const exception = await waitUntil(`the event of ${fault}`, () => exceptionOf(fault, ingest.arrivals));
    const frames = exception.stacktrace?.frames.filter(({ in_app }) => in_app) ?? [];
    // Evaluated code is where it was evaluated, for which webpack's map has the call around it. The next frame is right.
    const frame = frames.findLast((each) => fault === 'evaluated' && each.function === around) ?? frames.at(-1);
    const text = frame?.context_line?.match(/fault: [a-z ]+/)?.[0];
    found[fault] = { text, frame: `${frame?.function} (${frame?.filename}:${frame?.lineno})` };
    expected[fault] = { text: `fault: ${fault}`, frame: `${around} (${places.get(fault)})` };
  }
  // The first lines wait 300 ms at most for the maps, which a busy machine may not have read by then.
  const linesBefore = log.length;
  const linesSince = () => log.slice(linesBefore) as LoggedLine[];
  await failEach();
  for (const [fault, { in: around }] of Object.entries(onServer)) {
    const isMapped = () => loggedError(fault, linesSince());
    const { stack = 'none' } = await waitUntil(`the line of ${fault} that names sources`, isMapped);
    const line = `${around} (${places.get(fault)}:`;
    found[`${fault} in the log`] = stack.includes(line) ? line : stack;
    expected[`${fault} in the log`] = line;
  }
  expect(found).toEqual(expected);

  const ofPackage = exceptionOf('package', ingest.arrivals)?.stacktrace?.frames.at(-1);
  expect(ofPackage).toMatchObject({ filename: 'node_modules/amounts/index.js', in_app: false });
  expect(linesSince().filter(({ mapped }) => mapped === false)).toEqual([]);
}

/** Its core is a newer one than the SDK's. */
async function makeApplication(folder: string): Promise<void> {
  await cp(join(import.meta.dirname, 'sources'), folder, { recursive: true });
  await cp(join(import.meta.dirname, 'failures/captures'), join(folder, 'app'), { recursive: true });
  const packages = { ...dependencies, '@sentry/core': '11.12.0', candor: packed };
  await writeFiles(folder, { 'package.json': { private: true, dependencies: packages, devDependencies } });
  await run(folder, 'npm', ['install', ...npmOptions]);
  await writeFiles(folder, {
    'node_modules/amounts/package.json': '{"name":"amounts","version":"1.0.0","main":"index.js"}',
    'node_modules/amounts/index.js': `exports.parseAmount = (text) => {
  if (Number.isNaN(Number(text))) throw new Error('fault: package');
  return Number(text);
};
`,
  });
}

/** File and line of each fault, as they are written. */
async function placesIn(folder: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  const files = await readdir(join(import.meta.dirname, 'sources'), { recursive: true });
  for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      const fault = /(?:Error\(|members, |\/\/ )'?fault: ([a-z ]+)/.exec(line)?.[1];
      if (fault !== undefined && !line.includes('"throw')) places.set(fault, `${file}:${index + 1}`);
    });
  }
  return places;
}

type Frame = { filename: string; lineno?: number; function?: string; context_line?: string; in_app?: boolean };
type Exception = { value: string; stacktrace?: { frames: Frame[] } };

/** Of a render in a browser the last one: the one before it has the components around. */
function exceptionOf(fault: string, arrivals: readonly { event?: ReceivedEvent }[]): Exception | undefined {
  const exceptions = arrivals.flatMap(({ event }) => (event?.exception?.values ?? []) as Exception[]);
  return exceptions.findLast(({ value }) => value === `fault: ${fault}`);
}

type LoggedError = { message: string; stack?: string; cause?: LoggedError; errors?: LoggedError[] };
type LoggedLine = { error?: LoggedError; mapped?: boolean };

/** Of the lines whose stacks name sources. */
function loggedError(fault: string, lines: readonly LoggedLine[]): LoggedError | undefined {
  const all = (error?: LoggedError): LoggedError[] =>
    error ? [error, ...all(error.cause), ...(error.errors ?? []).flatMap(all)] : [];
  const errors = lines.filter(({ mapped }) => mapped !== false).flatMap(({ error }) => all(error));
  return errors.find(({ message }) => message === `fault: ${fault}`);
}
