import { expect, test } from 'vitest';
import { isStaticExport } from '../../../candor/src/cli/static-export';
import { filesIn, init, run, tree } from './trees';

const isExport = (text: string) => isStaticExport({ config: { path: 'next.config.ts', text } });

test.each([`{ output: 'export' }`, `{\n  output: "export",\n}`])('%j is a static export', (text) => {
  expect(isExport(text)).toBe(true);
});

test.each([`{}`, `{ output: 'standalone' }`, `{\n  // output: 'export',\n}`, `/**\n * output: 'export'\n */`])(
  '%j is not a static export',
  (text) => {
    expect(isExport(text)).toBe(false);
  },
);

const config = { 'next.config.ts': `export default { output: 'export' };\n` };
const route = 'app/monitoring/route.ts';

test('init writes everything but the route of the tunnel into a static export', async () => {
  const folder = tree(config);
  await run(init, folder);
  expect(filesIn(folder)).toHaveProperty(['instrumentation-client.ts']);
  expect(filesIn(folder)).not.toHaveProperty([route]);
});

test('init names the route that stops a static export', async () => {
  const printed = await run(init, tree({ ...config, [route]: `export * from 'candor/monitoring';\n` }));
  expect(printed).toContain(`${route}\n  Delete it: with \`output: "export"\` there is no server`);
});
