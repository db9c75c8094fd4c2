import { expect, test, vi } from 'vitest';
import { warnOfExport } from '../../../candor/src/build/check-export';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

/** The sentences of one process that reads the configuration twice. */
function sentences(output: 'export' | 'standalone', tunnel?: string): unknown[] {
  vi.stubEnv('CANDOR_EXPORT_CHECKED', '');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  warnOfExport({ output }, folder(), tunnel);
  warnOfExport({ output }, folder(), tunnel);
  return warn.mock.calls.flat();
}

test('a static export is said once to have nobody who receives events', () => {
  expect(sentences('export')).toEqual([
    expect.stringContaining('unless your host passes /monitoring on to a server with Candor'),
  ]);
});

test('the route that Next would stop at is named, in src/ and at the path of the team too', () => {
  write({ 'src/app/errors/route.ts': '' });
  expect(sentences('export', '/errors')).toEqual([
    expect.stringContaining('passes /errors on'),
    expect.stringContaining('Candor: src/app/errors/route.ts: Delete it'),
  ]);
});

test('nothing is said of another output, nor by the development server', () => {
  expect(sentences('standalone')).toEqual([]);
  vi.stubEnv('NODE_ENV', 'development');
  expect(sentences('export')).toEqual([]);
});
