import { expect, test, vi } from 'vitest';
import { beforeBuild } from '../../../candor/src/build/before-build';

const done = () => Promise.resolve();

test.each([
  ['of the team', () => 'own', 'own'],
  ['that the team makes later', async () => Promise.resolve('own'), 'own'],
  ['that the team leaves to Next', () => null, null],
  ['of Next', undefined, null],
])('a build has the id %s', async (_, generateBuildId, id) => {
  expect(await beforeBuild({ generateBuildId }, done).generateBuildId?.()).toBe(id);
});

test('what is run comes first, and ends the build with what it throws', async () => {
  const generateBuildId = vi.fn(() => 'own');
  const failure = new Error('invalid');
  const config = beforeBuild({ env: { OWN: 'kept' }, generateBuildId }, () => Promise.reject(failure));
  expect(config.env).toEqual({ OWN: 'kept' });
  await expect(config.generateBuildId?.()).rejects.toBe(failure);
  expect(generateBuildId).not.toHaveBeenCalled();
});
