import { expect, test } from 'vitest';
import { untestedNode } from '../../../scripts/node-version.mjs';
import { nodeReleases } from '../../../scripts/test/node-releases';
import { read } from '../docs/files';

const range = '^20.19.0 || ^22.13.0 || ^24.0.0';

test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '24.21.0'])('Node %s is tested', (version) => {
  expect(untestedNode(range, version)).toBeUndefined();
});

test.each(['18.20.8', '20.18.3'])('Node %s is too old', (version) => {
  const sentence = `Node 20.19 or later is needed; this is ${version}.`;
  expect(untestedNode(range, version)).toEqual({ isTooOld: true, sentence });
});

test.each(['21.7.3', '22.12.0', '23.11.1', '25.9.0', '26.0.0'])('Node %s is not tested', (version) => {
  const sentence = `Node ${version} is not tested. Tested are: 20 from 20.19 on, 22 from 22.13 on, 24.`;
  expect(untestedNode(range, version)).toEqual({ isTooOld: false, sentence });
});

const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
const firsts = [...engines.node.matchAll(/\^(\d+\.\d+)\.0/g)].map(([, first]) => first);

test('the deployed folder is tested with a release of the oldest line of `engines`, and of the recommended one', () => {
  const versions = nodeReleases().map(({ version }) => version);
  expect(versions.map((version) => untestedNode(engines.node, version))).toEqual(versions.map(() => undefined));
  expect(versions.map((version) => version.split('.')[0])).toEqual([firsts[0]?.split('.')[0], '24']);
});

test('the runbook has the lines of `engines`, and its unit file runs the recommended one', () => {
  const runbook = read('docs/operating.md');
  expect([...runbook.matchAll(/^\| \d+ +\| from ([\d.]+) on /gm)].map(([, first]) => first)).toEqual(firsts);
  const recommended = /^\| (\d+) .*\*\*recommended\*\*/m.exec(runbook)?.[1];
  expect(runbook).toContain(`# Node ${recommended}: see`);
});
