import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashSource } from '../../../candor/src/policy/hash-source';

test('a source is the hash of the text in UTF-8', () =>
  expect(hashSource('é')).toBe(`'sha256-${createHash('sha256').update(Buffer.from('é', 'utf8')).digest('base64')}'`));
