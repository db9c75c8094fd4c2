import { expect, test, vi } from 'vitest';
import { warnOfApplication } from '../../../candor/src/build/check-application';
import { eachInFolder } from '../../support/each-in-folder';

const { folder } = eachInFolder();

test('where packages are not found because the folder is another one, it says so', () => {
  vi.stubEnv('CANDOR_CHECKED', '');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(() => warnOfApplication(folder())).toThrow('Cannot find module');
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(`Candor: ${folder()} is not the folder of an application`),
  );
});
