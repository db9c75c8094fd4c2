import { expect, test } from 'vitest';
import { readApplication } from '../../../../candor/src/cli/application';
import { lookAtHooks } from '../../../../candor/src/cli/doctor/look-at-hooks';
import { lookAtPolicies } from '../../../../candor/src/cli/doctor/look-at-policies';
import { bare } from '../../../support/adopter';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();

test('a package that sets a policy is named, with its line', () => {
  write({ ...bare, 'package.json': '{\n  "dependencies": {\n    "@nosecone/next": "1.0.0"\n  }\n}\n' });
  expect(lookAtPolicies(readApplication(folder())).findings).toEqual([
    {
      about: 'policy',
      path: 'package.json',
      line: 3,
      says: '@nosecone/next sets a policy, too, and two policies apply both. Take it out, or have it set none.',
    },
  ]);
  write(bare);
  expect(lookAtPolicies(readApplication(folder()))).toEqual({ findings: [], notes: [] });
});

test.each([
  ['4.6.7', 1],
  ['^4.0.0', 1],
  ['^3.25.76', 0],
])('of Zod %s a note says how to have no violation, if it makes one', (version, count) => {
  write({ ...bare, 'package.json': JSON.stringify({ dependencies: { zod: version } }) });
  const { findings, notes } = lookAtPolicies(readApplication(folder()));
  expect(findings).toEqual([]);
  expect(notes).toEqual(Array(count).fill(expect.stringContaining('call z.config({ jitless: true })')));
  write({ 'lib/order.ts': 'z.config({ jitless: true });\n' });
  expect(lookAtPolicies(readApplication(folder())).notes).toEqual([]);
});

test('a policy of vercel.json is left for a person', () => {
  write({ ...bare, 'vercel.json': '{ "headers": [\n{ "key": "Content-Security-Policy" }] }' });
  const found = {
    about: 'hooks',
    path: 'vercel.json',
    line: 2,
    says: expect.stringContaining('Take out this policy') as string,
  };
  expect(lookAtHooks(readApplication(folder())).findings).toContainEqual(found);
  write({ 'vercel.json': '{}' });
  expect(lookAtHooks(readApplication(folder())).findings).not.toContainEqual(found);
});
