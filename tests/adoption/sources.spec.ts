import { expect, test } from 'playwright/test';
import { cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startFakeIngest, type ReceivedEvent } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { packed, run } from './adopt';
import { writeFiles } from './files';
import { serve } from './serve';

// A fault in each place of an application, of which the log and the event name file, line and function. The application imports the
// browser's starter and the stylesheet only for their effects: a bundler leaves out what `sideEffects` of the package does not name.

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { typescript, '@types/node': nodeTypes, '@types/react': reactTypes } = packageJson.devDependencies;

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

const builds = {
  Turbopack: { options: [], served: 'standalone' },
  webpack: { options: ['--webpack'], served: 'start' },
} as const;

let folder: string;

test.beforeAll('installed', async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'candor-sources-')));
  await makeApplication(folder);
});

test.afterAll(() => rm(folder, { recursive: true }));

for (const [bundler, { options, served }] of Object.entries(builds)) {
  test(`built by ${bundler}: log and event name file, line and function of a fault, wherever it is`, async ({
    page,
  }) => {
    const ingest = await startFakeIngest();
    try {
      await run(folder, 'npx', ['next', 'build', ...options], { OUTPUT: served });
      const places = await placesIn(folder);
      const server = await serve(served, { folder, dsn: ingest.dsn });
      try {
        const paths = new Set(Object.values(onServer).map(({ path }) => path));
        const failEach = async () => {
          for (const path of paths) await page.goto(server.url + path).catch(() => {}); // A proxy that throws ends the connection.
          await page.goto(`${server.url}/action`);
          await page.getByRole('button', { name: 'Order' }).click();
          await expect(page.getByText(/Digest: \w{32}/)).toBeVisible();
        };
        await failEach();
        for (const { button } of Object.values(inBrowser)) {
          await page.goto(`${server.url}/browser`);
          await page.getByRole('button', { name: button }).click();
        }

        const found: Record<string, string | undefined> = {};
        const expected: Record<string, string | undefined> = {};
        for (const [fault, { in: around }] of Object.entries({ ...onServer, ...inBrowser })) {
          const exception = await waitUntil(`the event of ${fault}`, () => exceptionOf(fault, ingest.arrivals));
          const frames = exception.stacktrace?.frames.filter(({ in_app }) => in_app) ?? [];
          // Evaluated code is where it was evaluated, for which webpack's map has the call around it. The next frame is right.
          const frame = frames.findLast((each) => fault === 'evaluated' && each.function === around) ?? frames.at(-1);
          found[`${fault}, event`] = `${frame?.function} (${frame?.filename}:${frame?.lineno})`;
          expected[`${fault}, event`] = `${around} (${places.get(fault)})`;
          found[`${fault}, text`] = frame?.context_line?.match(/fault: [a-z ]+/)?.[0];
          expected[`${fault}, text`] = `fault: ${fault}`;
        }
        // The first lines wait 300 ms at most for the maps, which a busy machine may not have read by then.
        const linesBefore = server.output().split('\n').length - 1; // The last one is still empty.
        const linesSince = () => server.output().split('\n').slice(linesBefore);
        await failEach();
        for (const [fault, { in: around }] of Object.entries(onServer)) {
          const isMapped = () => loggedError(fault, linesSince());
          const { stack = 'none' } = await waitUntil(`the line of ${fault} that names sources`, isMapped);
          const line = `${around} (${places.get(fault)}:`;
          found[`${fault}, log`] = stack.split('\n').find((one) => one.includes(line)) ? line : stack;
          expected[`${fault}, log`] = line;
        }
        expect(found).toEqual(expected);

        const ofPackage = exceptionOf('package', ingest.arrivals)?.stacktrace?.frames.at(-1);
        expect(ofPackage).toMatchObject({ filename: 'node_modules/amounts/index.js', in_app: false });
        expect(linesSince().filter((line) => line.includes('"mapped":false'))).toEqual([]);
      } finally {
        await test.info().attach('output', { body: server.output() });
        await server.stop();
      }
    } finally {
      await ingest.close();
    }
  });
}

async function makeApplication(folder: string): Promise<void> {
  await cp(join(import.meta.dirname, 'sources'), folder, { recursive: true });
  const dependencies = { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk, candor: await packed() };
  const devDependencies = { typescript, '@types/node': nodeTypes, '@types/react': reactTypes };
  await writeFiles(folder, { 'package.json': JSON.stringify({ private: true, dependencies, devDependencies }) });
  await run(folder, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund']);
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

type Exception = {
  value: string;
  stacktrace?: {
    frames: { filename: string; lineno?: number; function?: string; context_line?: string; in_app?: boolean }[];
  };
};

/** Of a render in a browser the last one: the one before it has the components around. */
function exceptionOf(fault: string, arrivals: readonly { event?: ReceivedEvent }[]): Exception | undefined {
  const exceptions = arrivals.flatMap(({ event }) => (event?.exception?.values ?? []) as Exception[]);
  return exceptions.findLast(({ value }) => value === `fault: ${fault}`);
}

type LoggedError = { message: string; stack?: string; cause?: LoggedError; errors?: LoggedError[] };

/** Of the lines whose stacks name sources. */
function loggedError(fault: string, lines: readonly string[]): LoggedError | undefined {
  const entries = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { error?: LoggedError; mapped?: boolean });
  const errors = entries.filter(({ mapped }) => mapped !== false).map(({ error }) => error);
  const all = (error?: LoggedError): LoggedError[] =>
    error ? [error, ...all(error.cause), ...(error.errors ?? []).flatMap(all)] : [];
  return errors.flatMap(all).find(({ message }) => message === `fault: ${fault}`);
}
