import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { bundleThread } from '../../../candor/scripts/bundle-thread.mjs';
import { createMapKeeper } from '../../../candor/src/build/keep-map';
import { mapEvent, type Frame } from '../../../candor/src/sources/map-event';
import { sourceFinder } from '../../../candor/src/sources/find-source';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

const orders = `
export function OrderList(orders: { total?: number }[]) {
  const totals = orders.map((order) => {
    if (order.total === undefined) throw new Error('broken');
    return order.total;
  });
  return totals.length;
}

export class Cart {
  checkout(items: unknown[]) {
    if (items.length === 0) throw new Error('broken');
    return items.length;
  }
}
`;

const page = (above: string) => `${above}import { Cart, OrderList } from './orders';

export const page = (fails: string) => (fails === 'list' ? OrderList([{}]) : new Cart().checkout([]));
`;

/** Two states of an application: the later one has lines above, and other functions, so other names when it is minified. */
const states = {
  first: { 'app/page.ts': page(''), 'app/orders.ts': orders },
  later: {
    'app/page.ts': page("import { more } from './more';\n\nmore(1);\n"),
    'app/orders.ts': `// A line above.\n\n\n\n\n\n${orders}`,
    'app/more.ts':
      'let sum = 0;\nexport function more(by: number) { for (const each of [by, by]) sum += each; return sum; }',
  },
};

/** Compiles a state, minified, as a chunk of this name, and keeps its map as a build does. @returns the chunk */
async function build(state: keyof typeof states, name: string) {
  write(states[state]);
  const file = folder(`app/.next/server/${name}.js`);
  await bundleThread(folder('app/page.ts'), file, { minify: true, sourcemap: true });
  createMapKeeper({ distDir: folder('app/.next'), projectDir: folder('app') }).keep(`server/${name}.js`, `${file}.map`);
  return file;
}

/** The frames of the event of a failure in a build, and those that the service gets. */
function failIn(file: string, fails: string) {
  const { page } = createRequire(import.meta.url)(file) as { page: (fails: string) => void };
  const error = (() => {
    try {
      return page(fails);
    } catch (thrown) {
      return thrown;
    }
  })() as Error;
  const frame = /at (?:(.*?) \()?(?:file:\/\/)?([^ (]*\.next\/.*?):(\d+):(\d+)\)?$/gm;
  const frames = Array.from((error.stack ?? '').matchAll(frame), ([, name, filename, line, column]) => {
    return { function: name, filename, lineno: Number(line), colno: Number(column) };
  }).reverse();
  const event = { exception: { values: [{ type: 'Error', value: error.message, stacktrace: { frames } }] } };
  const next = { folder: folder('app/.next'), maps: [folder('app/.next')] };
  const find = sourceFinder(next);
  const sent = structuredClone(event);
  mapEvent(sent, (place) => {
    const found = find(place);
    return 'source' in found ? found.source : undefined;
  });
  return { raw: frames, sent: sent.exception.values[0]?.stacktrace.frames as Frame[] };
}

/** The fields by which services that look at frames group events. */
const grouped = (frames: Frame[]) =>
  frames.map((frame) => [frame.filename, frame.module, frame.function, frame.in_app, frame.context_line]);

test('the same fault in two builds has the same file, function and code, and two faults with one message have not', async () => {
  const first = await build('first', '_8f1c');
  const second = await build('later', '_0b2d');
  const [before, after, other] = [failIn(first, 'list'), failIn(second, 'list'), failIn(first, 'cart')];

  const rawFields = ({ filename, function: name, colno }: Frame) => [filename, name, colno];
  expect(before.raw.map(rawFields), 'frames as V8 names them').not.toEqual(after.raw.map(rawFields));
  expect(before.sent.map(({ lineno }) => lineno)).not.toEqual(after.sent.map(({ lineno }) => lineno));

  expect(grouped(before.sent)).toEqual(grouped(after.sent));
  expect(before.sent.at(-1)).toMatchObject({
    filename: 'orders.ts',
    function: 'OrderList',
    in_app: true,
    context_line: "    if (order.total === undefined) throw new Error('broken');",
  });
  expect(before.sent.at(-1)?.pre_context).toEqual(
    after.sent.at(-1)?.pre_context?.slice(-(before.sent.at(-1)?.pre_context?.length ?? 0)),
  );
  expect(grouped(other.sent)).not.toEqual(grouped(before.sent));
  expect(other.sent.at(-1)).toMatchObject({ filename: 'orders.ts', function: 'Cart.checkout' });
});
