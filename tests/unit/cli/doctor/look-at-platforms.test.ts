import { expect, test } from 'vitest';
import { readApplication } from '../../../../candor/src/cli/application';
import { wasRun } from '../../../../candor/src/cli/doctor/describe-platform';
import { lookAtPlatforms } from '../../../../candor/src/cli/doctor/look-at-platforms';
import { platforms } from '../../../../candor/src/cli/doctor/platforms';
import { bare } from '../../../support/adopter';
import { eachInFolder } from '../../../support/each-in-folder';
import { init, run, tree } from '../trees';

const { folder, write } = eachInFolder();
const look = (env = {}) => lookAtPlatforms(readApplication(folder()), env);

test('a platform is a note with its settings, and never a finding', () => {
  write({ ...bare, Dockerfile: '' });
  const { findings, notes } = look();
  expect(findings).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/^Dockerfile\n {2}This is for a container\.\n/)]);
  expect(notes[0]).toContain('Settings: `HOSTNAME=0.0.0.0`, and `OUTBOX_DIR` on a volume.');
});

test('a program gets the row of the table', () => {
  write(bare);
  expect(look({ NETLIFY: 'true' }).platforms).toEqual([{ id: 'netlify', foundBy: 'NETLIFY', ...platforms.netlify }]);
  expect(look().platforms).toEqual([]);
});

test('doctor and init both say of a platform that nobody tried Candor there', async () => {
  expect(wasRun(platforms.vercel)).toBe(false);
  write({ ...bare, 'vercel.json': '{}' });
  const [note = ''] = look().notes;
  expect(note).toContain('This is for Vercel. Nobody tried Candor there: we read its documents.');
  expect(await run(init, tree({ 'vercel.json': '{}' }))).toContain(note);
});

test('nothing is said of a server that no file names', () => {
  write(bare);
  expect(look().notes).toEqual([]);
});
