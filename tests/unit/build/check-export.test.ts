import { expect, test } from 'vitest';
import { sentencesAboutExport } from '../../../candor/src/build/check-export';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

test('a static export is said to have nobody who receives events', () => {
  expect(sentencesAboutExport(folder())).toEqual([
    expect.stringContaining('unless your host passes /monitoring on to a server with Candor'),
  ]);
});

test('the route that Next would stop at is named, in src/ and at the path of the team too', () => {
  write({ 'src/app/errors/route.ts': '' });
  expect(sentencesAboutExport(folder(), '/errors')).toEqual([
    expect.stringContaining('passes /errors on'),
    expect.stringMatching(/^src\/app\/errors\/route\.ts: Delete it/),
  ]);
});
