import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withLightLastScreen } from '../../../candor/src/build/with-light-last-screen';

const file = '**/next/dist/client/components/builtin/error-styles.js';

test('the loader is for browsers in production alone, and its file is there', () => {
  const { turbopack } = withLightLastScreen({ turbopack: { root: '/own', rules: { '*.svg': { loaders: ['own'] } } } });
  const { loaders, condition } = turbopack?.rules?.[file] as { loaders: [string]; condition: object };
  expect(turbopack).toMatchObject({ root: '/own', rules: { '*.svg': { loaders: ['own'] } } });
  expect(condition).toEqual({ all: ['browser', 'production'] });
  expect(existsSync(loaders[0])).toBe(true);
});

test('a team’s own rule for the file stays', () => {
  const rules = { [file]: { loaders: ['own'] } };
  expect(withLightLastScreen({ turbopack: { rules } }).turbopack?.rules).toEqual(rules);
});
