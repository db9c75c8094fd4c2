import { rmSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { buildFingerprint } from '../../../../scripts/build/build-fingerprint';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write } = eachInFolder();
beforeEach(() => write({ '.gitignore': 'node_modules/\n*.tsbuildinfo\n.env\n.env.local\n', 'app/page.tsx': '' }));

// The release would be the Git revision of this checkout.
const fingerprint = (env: Record<string, string> = {}) =>
  buildFingerprint({ SENTRY_RELEASE: 'web@1', ...env }, folder());

const inputs =
  'app/page.tsx components/button.tsx src/lib/deep/down.ts lib/docs/index.ts data/prices.json public/logo.svg';
const configs = 'proxy.ts postcss.config.mjs tailwind.config.js .browserslistrc package-lock.json';

test.each(`${inputs} ${configs}`.split(' '))('an edit of %s needs a new build', (path) => {
  write({ [path]: path });
  const before = fingerprint();
  write({ [path]: 'edited' });
  expect(fingerprint()).not.toBe(before);
  rmSync(folder(path));
  expect(fingerprint()).not.toBe(before);
});

const others = 'tests/unit/page.test.ts docs/operating.md README.md node_modules/next/index.js eslint.config.mjs';
const made = 'app/node_modules/x.js tsconfig.tsbuildinfo .next/server/app/page.js .git/HEAD .github/workflows/ci.yml';

test.each(`${others} ${made}`.split(' '))('%s is not part of a build', (path) => {
  const before = fingerprint();
  write({ [path]: path });
  expect(fingerprint()).toBe(before);
});

test('another variable needs a new build where Next or the upload reads it, and no other does', () => {
  const read = 'NEXT_PUBLIC_ANYTHING NEXT_DEPLOYMENT_ID NEXT_SERVER_ACTIONS_ENCRYPTION_KEY SENTRY_RELEASE';
  const needed = `${read} SENTRY_ORG SENTRY_PROJECT SENTRY_URL SENTRY_AUTH_TOKEN`.split(' ');
  const isNew = (name: string) => fingerprint({ [name]: 'other' }) !== fingerprint();
  expect([...needed, 'SENTRY_DSN', 'PORT', 'OUTBOX_DIR', 'HOME'].filter(isNew)).toEqual(needed);
  expect(['on', 'off'].map((value) => fingerprint({ EXAMPLE_PAGE: value }) !== fingerprint())).toEqual([false, true]);
});

test.each(['.env', '.env.local', '.env.production'])(
  'only the variables of %s that Next inlines count, below the environment',
  (path) => {
    const own = { NEXT_PUBLIC_TITLE: 'Own' };
    const [before, withOwn] = [fingerprint(), fingerprint(own)];
    write({ [path]: 'SENTRY_DSN=https://key@example.org/1\n' });
    expect(fingerprint()).toBe(before);
    write({ [path]: 'NEXT_PUBLIC_TITLE=Shop\n' });
    const after = fingerprint();
    expect(after).not.toBe(before);
    write({ [path]: 'NEXT_PUBLIC_TITLE=Store\n' });
    expect(fingerprint()).not.toBe(after);
    expect(fingerprint(own)).toBe(withOwn);
  },
);
