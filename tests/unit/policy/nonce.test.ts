import { expect, test } from 'vitest';
import { newNonce } from '../../../candor/src/policy/nonce';

test('nonces are of 144 bits, and none comes twice', () => {
  const nonces = Array.from({ length: 1_000 }, newNonce);
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(18);
  expect(new Set(nonces).size).toBe(nonces.length);
});
