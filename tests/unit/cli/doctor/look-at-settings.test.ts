import { expect, test } from 'vitest';
import { lookAtSettings } from '../../../../candor/src/cli/doctor/look-at-settings';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();
const dsn = 'https://key@errors.example.org/1';

test('there is nothing to say of good settings', () => {
  write({ '.env': `SENTRY_DSN=${dsn}\nPORT=8080\n` });
  expect(lookAtSettings(folder(), {})).toEqual({ findings: [], notes: [] });
});

test('it names every mistake of the environment at once', () => {
  const { findings } = lookAtSettings(folder(), { SENTRY_DSN: dsn, PORT: 'x', DRAIN_SECONDS: 'long' });
  expect(findings.map(({ says }) => says)).toEqual([
    'PORT must be a number from 1 to 65535. A build stops there.',
    'DRAIN_SECONDS must be a number from 0 to 999. A build stops there.',
  ]);
});

test('it names the file and the line of a mistake, and not the value', () => {
  write({ '.env': 'PORT=1\n', '.env.production': `# ours\nexport SENTRY_DSN="${dsn}"\nPORT = SECRET\n` });
  expect(lookAtSettings(folder(), {}).findings).toEqual([
    {
      about: 'settings',
      path: '.env.production',
      line: 3,
      says: 'PORT must be a number from 1 to 65535. A build stops there.',
    },
  ]);
});

test('the environment goes before the files, as for Next', () => {
  write({ '.env.production': 'PORT=x\n' });
  expect(lookAtSettings(folder(), { PORT: '80', SENTRY_DSN: dsn }).findings).toEqual([]);
});

test('a value that Next puts together is not judged', () => {
  write({ '.env': 'PORT=$OTHER\n' });
  expect(lookAtSettings(folder(), {}).findings).toEqual([]);
});

test('without SENTRY_DSN it says what that means', () => {
  expect(lookAtSettings(folder(), {}).notes).toEqual([expect.stringContaining('SENTRY_DSN is not set here')]);
});
