import { expect, test } from 'vitest';
import { readApplication } from '../../../../candor/src/application/read-application';
import { lookAtHooks } from '../../../../candor/src/cli/doctor/look-at-hooks';
import { screensWithoutReference } from '../../../../candor/src/cli/doctor/screens-without-reference';
import { adopted, bare } from '../../../support/adopter';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();
const notes = () => screensWithoutReference(readApplication(folder()));
const own = `'use client';\n\nexport default function Own() {\n  return <p>Sorry</p>;\n}\n`;

test('a screen of the application’s own is a note that says how two lines show the reference, and no finding', () => {
  write(bare);
  write({ ...adopted(folder()), 'app/orders/error.tsx': own });
  const { findings, notes } = lookAtHooks(readApplication(folder()));
  expect(findings).toEqual([]);
  expect(notes).toEqual([
    `app/orders/error.tsx
  Failures that this screen is shown for are reported, but visitors see no reference; these two lines show it, where \`error\` is the prop that Next passes:
    import { useFailure } from 'candor/screens';
    <p>{useFailure(error).texts.reference}</p>`,
  ]);
});

test.each([
  'app/error.tsx',
  'app/error.js',
  'app/global-error.jsx',
  'app/(shop)/[id]/error.ts',
  'app/@modal/(.)photo/error.tsx',
])('it is found wherever Next reads it: %s', (path) => {
  write({ ...bare, [path]: own });
  expect(notes()).toEqual([expect.stringMatching(/^app\//)]);
  expect(notes()[0]?.split('\n')[0]).toBe(path);
});

test('several screens are one note, in src/ too', () => {
  const inSrc = Object.entries(bare).map(([path, text]) => [path.replace(/^app/, 'src/app'), text]);
  write({ ...(Object.fromEntries(inSrc) as Record<string, string>) });
  write({ 'src/app/b/error.tsx': own, 'src/app/a/error.tsx': own });
  expect(notes()).toEqual([expect.stringMatching(/^src\/app\/a\/error\.tsx, src\/app\/b\/error\.tsx\n/)]);
});

test('what Next does not read as a screen is none', () => {
  write({ ...bare, 'app/_parts/error.tsx': own, 'app/error-list.tsx': own, 'app/a/error.css': '', 'error.tsx': own });
  expect(notes()).toEqual([]);
});

test.each([
  ['export { SegmentError as default } from "candor/screens"'],
  [`import { useFailure } from 'candor/screens';`],
  [`export { default } from '../parts/sorry';`],
  [`import { Sorry } from '@/parts/sorry.js';`],
  [`const Sorry = dynamic(() => import('../parts'));`],
])('a screen that asks Candor itself, or in what it imports, needs no note: %s', (text) => {
  const parts = { 'parts/sorry.tsx': `import { useFailure } from 'candor/screens';\n`, 'parts/index.ts': '' };
  write({ ...bare, ...parts, 'app/error.tsx': text });
  write({ 'parts/index.ts': `export { useFailure } from 'candor/screens';\n` });
  expect(notes()).toEqual([]);
});

test('a screen whose imports do not ask Candor, or cannot be found, has its note', () => {
  write({
    ...bare,
    'parts/sorry.tsx': own,
    'app/error.tsx': `import '../parts/sorry';\nimport './gone';\nimport 'x';\n`,
  });
  expect(notes()).toHaveLength(1);
});

test('a screen that shows the digest is said to leave out the failures of browsers', () => {
  write({ ...bare, 'app/error.tsx': own, 'app/a/error.tsx': own.replace('Sorry', '{error.digest}') });
  expect(notes()).toEqual([
    expect.stringMatching(/^app\/error\.tsx\n/),
    expect.stringMatching(
      /^app\/a\/error\.tsx\n {2}This screen shows the digest, which only failures of the server have/,
    ),
  ]);
});

test('an application without Candor is not told of its screens', () => {
  write({ ...bare, 'app/error.tsx': own });
  expect(lookAtHooks(readApplication(folder())).notes).toEqual([]);
});
