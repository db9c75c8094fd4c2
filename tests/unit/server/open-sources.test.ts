import { expect, test } from 'vitest';
import { openSources } from '../../../candor/src/server/open-sources';
import { eachInFolder } from '../../support/each-in-folder';
import { compileModule } from '../sources/compiled-module';
import { aMap } from '../sources/a-map';
import { recordLog } from '../delivery/set-up-delivery';

const { folder, write } = eachInFolder();
const built = (text: string) => write({ 'app/.next/server/candor/build.json': text });

test('a build without maps has no sources, and nothing to say', () => {
  const { log, lines } = recordLog();
  expect(openSources(log, folder('app/.next'))).toBeUndefined();
  expect(lines).toEqual([]);
});

test.each(['', '{"id":"x"', 'null', '{"id":"x"}', '{"id":"x","project":5}', '{"project":".."}'])(
  'a server whose build.json is %j starts with a warning, and without sources',
  (text) => {
    built(text);
    const { log, lines } = recordLog();
    expect(openSources(log, folder('app/.next'))).toBeUndefined();
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', msg: 'stacks name no sources' })]);
  },
);

test('reads the maps of server and browser, and names sources from the project', async () => {
  built('{"id":"abc","project":".."}');
  const relative = { sources: ['../../../../app/a.tsx'] };
  write({
    'app/.next/server/chunks/ssr/a.js.map': JSON.stringify(aMap(relative)),
    'app/.next/server/browser-maps/static/chunks/b.js.map': JSON.stringify(aMap({ sources: ['../../../app/b.tsx'] })),
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
  expect(mapped?.stack).toBe(stackOf('OrderList (app/a.tsx:7:3)', 'OrderList (app/b.tsx:7:3)'));
  expect(lines).toEqual([]);
});
