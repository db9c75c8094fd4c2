import { randomFillSync } from 'node:crypto';

const bytes = 16;
const pool = Buffer.alloc(64 * bytes); // One call of the system for many nonces.
let used = pool.length;

/** 128 random bits: https://www.w3.org/TR/CSP3/#security-nonces */
export function newNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('base64', used - bytes, used);
}
