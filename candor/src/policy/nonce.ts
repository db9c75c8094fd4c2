import { randomBytes } from 'node:crypto';

/** Of base64, without padding: 144 bits. */
const length = 24;
/** One call of the system for many nonces. */
let pool = '';

/** At least 128 random bits: https://www.w3.org/TR/CSP3/#security-nonces */
export function newNonce(): string {
  if (pool === '') pool = randomBytes(64 * 18).toString('base64');
  const nonce = pool.slice(0, length);
  pool = pool.slice(length);
  return nonce;
}
