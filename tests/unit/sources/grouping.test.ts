import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { bundleThread } from '../../../candor/scripts/bundle-thread.mjs';
import { createMapKeeper } from '../../../candor/src/build/keep-map';
import { mapEvent, type Frame } from '../../../candor/src/sources/map-event';
import { sourceFinder } from '../../../candor/src/sources/find-source';
import { eachInFolder } from '../../support/each-in-folder';
import { thrownBy } from '../server/in-request';

const { folder, write } = eachInFolder();

const orders = `
export const orderList = (orders) => orders.map((order) => {
  if (order.total === undefined) throw new Error('broken');
});
export class Cart {
  checkout(items) {
    if (items.length === 0) throw new Error('broken');
  }
}
`;
const page = `import { Cart, orderList } from './orders';
export const page = (fails) => (fails === 'list' ? orderList([{}]) : new Cart().checkout([]));
`;
const more = 'let sum = 0;\nexport function more(by) { for (const each of [by, by]) sum += each; return sum; }';

/** Two states of an application: the later one has lines above, and other functions, so other names when it is minified. */
const first = { 'page.ts': page, 'orders.ts': orders };
const later = {
  'page.ts': `import { more } from './more';\n\nmore(1);\n${page}`,
  'orders.ts': `// A line above.\n\n\n\n\n\n${orders}`,
  'more.ts': more,
};

/** The frames of a failure in a build of this state, minified, as V8 has them, and as the service gets them. */
async function failIn(state: Record<string, string>, name: string, fails: string) {
  write(state);
  const file = folder(`.next/server/${name}.js`);
  await bundleThread(folder('page.ts'), file, { minify: true, sourcemap: true });
  createMapKeeper({ distDir: folder('.next'), projectDir: folder() }).keep(`server/${name}.js`, `${file}.map`);
  const { page } = createRequire(import.meta.url)(file) as { page: (fails: string) => void };
  const { stack = '' } = thrownBy(() => page(fails)) as Error;
  const frame = /at (?:(.*?) \()?(?:file:\/\/)?([^ (]*\.next\/.*?):(\d+):(\d+)\)?$/gm;
  const raw = Array.from(stack.matchAll(frame), ([, called, filename, line, column]) => {
    return { function: called, filename, lineno: Number(line), colno: Number(column) };
  }).reverse();
  const sent = structuredClone(raw) as Frame[];
  const find = sourceFinder({ folder: folder('.next'), maps: [folder('.next')] });
  mapEvent({ exception: { values: [{ stacktrace: { frames: sent } }] } }, (place) => {
    const found = find(place);
    return 'source' in found ? found.source : undefined;
  });
  return { raw: raw.map(({ function: called, filename, colno }) => [called, filename, colno]), sent };
}

/** The fields by which services that look at frames group events. */
const grouped = (frames: Frame[]) =>
  frames.map((frame) => [frame.filename, frame.module, frame.function, frame.in_app, frame.context_line]);

test('the same fault in two builds has the same file, function and code, and two faults with one message have not', async () => {
  const [before, other] = [await failIn(first, '_8f1c', 'list'), await failIn(first, '_8f1d', 'cart')];
  const after = await failIn(later, '_0b2d', 'list');
  expect(before.raw).not.toEqual(after.raw);
  expect(before.sent.map(({ lineno }) => lineno)).not.toEqual(after.sent.map(({ lineno }) => lineno));
  expect(grouped(before.sent)).toEqual(grouped(after.sent));
  expect(grouped(other.sent)).not.toEqual(grouped(before.sent));
  const context_line = "  if (order.total === undefined) throw new Error('broken');";
  expect(before.sent.at(-1)).toMatchObject({
    filename: 'orders.ts',
    function: 'orderList',
    in_app: true,
    context_line,
  });
  expect(other.sent.at(-1)).toMatchObject({ filename: 'orders.ts', function: 'Cart.checkout' });
});
