import { afterEach, expect, test } from 'vitest';
import { developmentSources } from '../../../candor/src/start/development-sources';
import { openSources } from '../../../candor/src/start/open-sources';
import { sharedProcess } from '../../../candor/src/start/shared-process';
import { sourceStack } from '../../../candor/src/start/next-hooks';
import { eachInFolder } from '../../support/each-in-folder';
import { serve } from '../../support/serve';
import { recordLog } from '../delivery/set-up-delivery';
import { chunkFile, provideSources } from './test-context';

const { folder, write } = eachInFolder();
const stackOf = (...at: string[]) => ['Error: x', ...at].join('\n    at ');

test.each([undefined, '', '{"id":"x"', 'null', '{"id":5}'])(
  'a server whose build.json is %j starts without sources, and with a warning where there is one',
  (text) => {
    if (text !== undefined) write({ 'server/candor/build.json': text });
    const { log, lines } = recordLog();
    expect(openSources(log, folder())).toBeUndefined();
    const warning = expect.objectContaining({ level: 'warn', msg: 'source maps cannot be read' }) as object;
    expect(lines).toEqual(text === undefined ? [] : [warning]);
  },
);

const frames = `    at a (${chunkFile}:1:20444)\n    at node:internal/timers:1:2`;
const mapped = '    at OrderList (app/orders/page.tsx:41:11)\n    at node:internal/timers:1:2';
afterEach(() => void (sharedProcess().sources = undefined));

const anError = (message: string, options?: ErrorOptions) =>
  Object.assign(new Error(message, options), { stack: `Error: ${message}\n${frames}` });

test('a stack for a team’s logger names the sources of an error, of its causes and of its members', async () => {
  provideSources();
  const cause = Object.assign(new AggregateError([anError('c'), 'd'], 'b'), { stack: `AggregateError: b\n${frames}` });
  expect(await sourceStack(anError('a', { cause }))).toBe(
    `Error: a\n${mapped}\ncaused by: AggregateError: b\n${mapped}\none of: Error: c\n${mapped}\none of: d`,
  );
});

test('a stack for a team’s logger is as it was without source maps, and where no source is found in time', async () => {
  const error = anError('a', { cause: anError('b') });
  const raw = `Error: a\n${frames}\ncaused by: Error: b\n${frames}`;
  expect(await sourceStack(error)).toBe(raw);
  provideSources(async () => undefined);
  expect(await sourceStack(error)).toBe(raw);
});

/** Whatever is done to it throws something that is like it. */
function hostile(): object {
  const refuse = () => {
    throw new Proxy({}, { get: refuse, has: refuse });
  };
  return new Proxy({}, { getPrototypeOf: refuse, get: refuse, has: refuse });
}

test.each([
  ['a text', 'x', 'x'],
  ['null', null, 'object: null'],
  ['an error without a stack', Object.assign(new TypeError('x'), { stack: undefined }), 'TypeError: x'],
  ['a proxy that refuses by throwing another one', hostile(), 'object: cannot be read: nor can the reason'],
])('a stack for a team’s logger is there for %s', async (_, thrown, text) => {
  provideSources();
  expect(await sourceStack(thrown)).toBe(text);
});

const dist = '/srv/.next/dev';
const chunk = `${dist}/server/chunks/ssr/a.js`;
const fourFrames = [1, 2, 3, 4].map((line) => `GET (${chunk}:${line}:5)`);
const errorAt = (...lines: string[]) => ({ name: 'Error', message: 'x', stack: stackOf(...lines) });

/** The sources by a development server that answers as Next's does, and what it is asked. */
async function serveOrigins(origins: unknown[], originalCodeFrame?: string) {
  const asked: unknown[] = [];
  const { url } = await serve((response, body) => {
    asked.push(response.req.url, JSON.parse(body.toString()));
    const answer = origins.map((originalStackFrame) => ({ value: { originalStackFrame, originalCodeFrame } }));
    response.end(JSON.stringify(answer));
  });
  return { sources: developmentSources(url, dist), asked };
}

test('under a development server a stack has the sources of its overlay, and the names that the code has', async () => {
  const { sources, asked } = await serveOrigins([
    { file: './app/page.tsx', line1: 41, column1: 11, ignored: false },
    { file: 'node_modules/next/src/a.ts', line1: 1, column1: 1, ignored: true },
    null,
    { file: null, ignored: false },
  ]);
  expect(await sources.mapError(errorAt(...fourFrames, 'node:fs:1:2'))).toEqual(
    errorAt('GET (app/page.tsx:41:11)', 'GET (node_modules/next/src/a.ts:1:1)', ...fourFrames.slice(2), 'node:fs:1:2'),
  );
  expect(asked).toMatchObject([
    '/__nextjs_original-stack-frames',
    { isServer: true, frames: [{ file: `file://${chunk}`, line1: 1, column1: 5 }, {}, {}, {}] },
  ]);
});

test('under a development server an event of a browser has the sources of its overlay, and the text around', async () => {
  const origins = [{ file: 'app/page.tsx', line1: 2, column1: 3, ignored: false }];
  const code = '  1 | one\n\x1b[31m> 2 |\x1b[0m two\n    |   ^\n  3 | \n  4 | four\n';
  const { sources, asked } = await serveOrigins(origins, code);
  const frame = { filename: 'app:///base/_next/static/chunks/a%20b.js', function: 'A', lineno: 7, colno: 9 };
  const event = Buffer.from(JSON.stringify({ exception: { values: [{ stacktrace: { frames: [frame, {}] } }] } }));
  const mapped = await sources.mapEvent(event, { madeBy: 'browser', withContext: true, maxBytes: Infinity });
  expect(JSON.parse(String(mapped))).toMatchObject({
    exception: {
      values: [
        {
          stacktrace: {
            frames: [
              {
                ...{ filename: 'app/page.tsx', lineno: 2, colno: 3, function: 'A', in_app: true },
                ...{ pre_context: ['one'], context_line: 'two', post_context: ['', 'four'] },
              },
              {},
            ],
          },
        },
      ],
    },
  });
  const file = `file://${dist}/static/chunks/a%20b.js`;
  expect(asked[1]).toMatchObject({ isServer: false, frames: [{ file, line1: 7, column1: 9 }] });
});

test('under a development server a source is sought in what the bundler has written', () => {
  const { isOfBuild } = developmentSources('http://unused.test', dist);
  const url = `file://${chunk}`;
  const ofBundler = [chunk, url, 'webpack-internal:///(rsc)/./app/page.tsx', `about://React/Server/${url}`];
  const others = ['node:fs', '/srv/node_modules/next/dist/a.js', 'app/page.tsx', '<anonymous>'];
  expect([...ofBundler, ...others].filter((file) => isOfBuild({ file, line: 1, column: 1 }))).toEqual(ofBundler);
});
