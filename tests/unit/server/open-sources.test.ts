import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { openSources } from '../../../candor/src/server/open-sources';
import { eachInFolder } from '../../support/each-in-folder';
import { compileModule } from '../sources/compiled-module';
import { aMap } from '../sources/a-map';
import { recordLog } from '../delivery/set-up-delivery';
import { sharedProcess } from '../../../candor/src/server/shared-process';
import type { FindSources } from '../../../candor/src/server/waiting-lines';
import { sourceStack } from '../../../candor/src/server/next-hooks';
import { mapError } from '../../../candor/src/sources/stack-text';
import { createServer } from 'node:http';
import { developmentSources } from '../../../candor/src/server/development-sources';
import { takeConsole } from '../../support/quiet-console';
import { listen } from './serve';

const { folder, write } = eachInFolder();
const built = (text: string) => write({ 'app/.next/server/candor/build.json': text });

test.each([undefined, '', '{"id":"x"', 'null', '{"id":5}'])(
  'a server whose build.json is %j starts without sources, and with a warning where there is one',
  (text) => {
    if (text !== undefined) built(text);
    const { log, lines } = recordLog();
    expect(openSources(log, folder('app/.next'))).toBeUndefined();
    const warning = expect.objectContaining({ level: 'warn', msg: 'stacks name no sources' }) as object;
    expect(lines).toEqual(text === undefined ? [] : [warning]);
  },
);

test('reads the maps of server and browser, of this build alone', async () => {
  built('{"id":"abc"}');
  write({
    'app/.next/server/chunks/ssr/a.js.map': JSON.stringify(aMap()),
    'app/.next/server/browser-maps/static/chunks/b.js.map': JSON.stringify(aMap({}, { file: 'b.tsx' })),
  });
  await compileModule('worker', folder('app/.next/server/candor/worker.cjs'));
  const { log, lines } = recordLog();
  const sources = openSources(log, folder('app/.next'));
  const places = [
    `${folder('app/.next')}/server/chunks/ssr/a.js:1:5`,
    'https://shop.test/_next/static/chunks/b.js:1:5',
  ];
  const stackOf = (...at: string[]) => ['Error: x', ...at].join('\n    at ');
  const mapped = await sources?.mapError({ name: 'Error', message: 'x', stack: stackOf(...places) });
  sources?.close();
  expect(sources?.buildId).toBe('abc');
  expect(mapped?.stack).toBe(stackOf('OrderList (app/orders/page.tsx:7:3)', 'OrderList (b.tsx:7:3)'));
  expect(lines).toEqual([]);
});

describe('the stack of an error with its sources', () => {
  const ofChunk = '/srv/.next/server/chunks/a.js';
  const source = { file: 'app/orders/page.tsx', line: 41, column: 11, function: 'OrderList', inApp: true };

  function useSources(map: FindSources['mapError'] = async (error) => mapError(error, find)) {
    sharedProcess().findSources = { isOfBuild: (place) => place.file === ofChunk, mapError: map };
  }
  const find = (place: { file: string }) => (place.file === ofChunk ? source : undefined);
  afterEach(() => void (sharedProcess().findSources = undefined));

  /** Whatever is done to it throws something that is like it. */
  function hostile(): object {
    const refuse = () => {
      throw new Proxy({}, { get: refuse, has: refuse });
    };
    return new Proxy({}, { getPrototypeOf: refuse, get: refuse, has: refuse });
  }

  const frames = `    at a (${ofChunk}:1:20444)\n    at node:internal/timers:1:2`;
  const mapped = '    at OrderList (app/orders/page.tsx:41:11)\n    at node:internal/timers:1:2';

  function anError(message: string, options?: ErrorOptions) {
    return Object.assign(new Error(message, options), { stack: `Error: ${message}\n${frames}` });
  }

  test('names the sources in the stack of an error, of its causes and of its members', async () => {
    useSources();
    expect(await sourceStack(anError('a'))).toBe(`Error: a\n${mapped}`);
    const cause = new AggregateError([anError('c'), 'd'], 'b');
    cause.stack = `AggregateError: b\n${frames}`;
    expect(await sourceStack(anError('a', { cause }))).toBe(
      `Error: a\n${mapped}\ncaused by: AggregateError: b\n${mapped}\none of: Error: c\n${mapped}\none of: d`,
    );
  });

  test('without source maps the stacks are as they were, and where none is found in time, too', async () => {
    const raw = `Error: a\n${frames}\ncaused by: Error: b\n${frames}`;
    expect(await sourceStack(anError('a', { cause: anError('b') }))).toBe(raw);
    useSources(async () => undefined);
    expect(await sourceStack(anError('a', { cause: anError('b') }))).toBe(raw);
  });

  test.each([
    ['a text', 'x', 'x'],
    ['null', null, 'object: null'],
    ['an error without a stack', Object.assign(new TypeError('x'), { stack: undefined }), 'TypeError: x'],
    ['a proxy that refuses by throwing another one', hostile(), 'object: cannot be read: nor can the reason'],
  ])('never rejects: %s', async (_, thrown, text) => {
    useSources();
    expect(await sourceStack(thrown)).toBe(text);
  });
});

describe('the sources of a development server', () => {
  const folder = '/srv/.next/dev';
  const chunk = `${folder}/server/chunks/ssr/a.js`;

  /** A development server that answers as Next's does. */
  async function serveOrigins(origins: unknown[] | undefined) {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        asked.push(request.url, JSON.parse(body));
        response.end(
          origins ? JSON.stringify(origins.map((originalStackFrame) => ({ value: { originalStackFrame } }))) : 'no',
        );
      });
    });
    const url = await listen(server);
    onTestFinished(() => void server.close());
    return { sources: developmentSources(url, folder), asked };
  }

  const frames = [1, 2, 3, 4].map((line) => `    at GET (${chunk}:${line}:5)`);
  const errorAt = (...lines: string[]) => ({ name: 'Error', message: 'x', stack: ['Error: x', ...lines].join('\n') });

  test('a stack has the sources that the overlay shows, and the names that the code has', async () => {
    const { sources, asked } = await serveOrigins([
      { file: './app/page.tsx', line1: 41, column1: 11, ignored: false },
      { file: 'node_modules/next/src/a.ts', line1: 1, column1: 1, ignored: true },
      null,
      { file: null, ignored: false },
    ]);
    expect(await sources.mapError(errorAt(...frames, '    at node:fs:1:2'))).toEqual(
      errorAt('    at GET (app/page.tsx:41:11)', ...frames.slice(1), '    at node:fs:1:2'),
    );
    expect(asked).toMatchObject([
      '/__nextjs_original-stack-frames',
      { isServer: true, frames: [{ file: chunk, line1: 1, column1: 5 }, {}, {}, {}] },
    ]);
  });

  test('a source is sought in what the bundler has written', () => {
    const { isOfBuild } = developmentSources('http://unused.test', folder);
    const files = [chunk, `file://${chunk}`, 'webpack-internal:///(rsc)/./app/page.tsx'];
    const others = ['node:fs', '/srv/node_modules/next/dist/a.js', 'app/page.tsx', '<anonymous>'];
    const found = [...files, `about://React/Server/file://${chunk}`, ...others].filter((file) =>
      isOfBuild({ file, line: 1, column: 1 }),
    );
    expect(found).toEqual([...files, `about://React/Server/file://${chunk}`]);
  });

  test('a server that answers something else leaves the stack as it is, and the console says so', async () => {
    const { sources } = await serveOrigins(undefined);
    expect(await sources.mapError(errorAt(...frames))).toBeUndefined();
    expect(takeConsole('warn')).toEqual([expect.stringContaining('could not resolve the frames')]);
  });
});
