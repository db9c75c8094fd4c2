import { expect, onTestFinished, test } from 'vitest';
import { createServer } from 'node:http';
import { developmentSources } from '../../../candor/src/server/development-sources';
import { takeConsole } from '../../support/quiet-console';
import { listen } from './serve';

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

test('asks for what the bundler has written', async () => {
  const { sources } = await serveOrigins([]);
  const files = [
    chunk,
    `file://${chunk}`,
    'webpack-internal:///(rsc)/./app/page.tsx',
    `about://React/Server/file://${chunk}`,
  ];
  for (const file of files) expect(sources.isOfBuild({ file, line: 1, column: 1 }), file).toBe(true);
  for (const file of ['node:fs', '/srv/node_modules/next/dist/a.js', 'app/page.tsx', '<anonymous>'])
    expect(sources.isOfBuild({ file, line: 1, column: 1 }), file).toBe(false);
});

test('a server that answers something else leaves the stack as it is, and the console says so', async () => {
  const { sources } = await serveOrigins(undefined);
  expect(await sources.mapError(errorAt(...frames))).toBeUndefined();
  expect(takeConsole('warn')).toEqual([expect.stringContaining('could not resolve the frames')]);
});
