import { expect, test } from 'vitest';
import { isSkewError } from '../../../../candor/src/internals/browser/skew-errors';

const named = (name: string) => Object.assign(new Error('x'), { name });

test.each([
  [named('UnrecognizedActionError'), true],
  [named('ChunkLoadError'), true],
  [named('ChunkLoadErrorOfOthers'), false],
  [new Error('ChunkLoadError'), false],
  ['ChunkLoadError', false],
  [{ name: 'ChunkLoadError' }, false],
])('%o is of another build: %s', (thrown, is) => expect(isSkewError(thrown)).toBe(is));
