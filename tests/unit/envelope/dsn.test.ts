import { expect, test } from 'vitest';
import { parseDsn } from '../../../candor/src/envelope/dsn';

test.each([
  ['https://abc@o1.ingest.example/42', 'https://o1.ingest.example/api/42/envelope/'],
  ['http://abc@127.0.0.1:8969/stream', 'http://127.0.0.1:8969/api/stream/envelope/'],
  ['https://abc@example.test/errors/inner/42', 'https://example.test/errors/inner/api/42/envelope/'],
  ['https://abc@example.test/42/', 'https://example.test/api/42/envelope/'],
  ['https://abc@[::1]:9000/42', 'https://[::1]:9000/api/42/envelope/'],
])('finds the envelope endpoint of %s', (text, endpoint) => {
  expect(parseDsn(text).envelopeUrl).toBe(`${endpoint}?sentry_version=7&sentry_key=abc`);
});

test('leaves out the legacy secret', () => {
  const dsn = parseDsn('https://abc:secret@example.test/errors/42');
  expect(dsn).toMatchObject({ text: 'https://abc@example.test/errors/42', publicKey: 'abc' });
  expect(JSON.stringify(dsn)).not.toContain('secret');
});

test.each([
  ['nothing of a URL', 'publickey', 'is not a URL of the form https://KEY@HOST/PROJECT'],
  ['another protocol', 'ftp://publickey@example.test/42', 'must start with https:// or http://'],
  ['no key', 'https://example.test/42', 'has no public key before the host'],
  ['an invalid key', 'https://public%20key@example.test/42', 'has no public key before the host'],
  ['no project', 'https://publickey@example.test', 'has no project after the host'],
  ['nothing but a slash for a project', 'https://publickey@example.test/', 'has no project after the host'],
  ['a query', 'https://publickey@example.test/42?a=b', 'must have no query and no fragment'],
  ['a fragment', 'https://publickey@example.test/42#a', 'must have no query and no fragment'],
])('rejects %s', (_, text, message) => {
  expect(() => parseDsn(text)).toThrow(new TypeError(message));
});
