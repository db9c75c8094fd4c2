import { expect, test } from 'vitest';
import { scrubContext } from '../../../candor/src/sources/scrub-context';

const scrubbed = (...lines: string[]) => {
  const [line = '', ...after] = lines.slice(2);
  const context = scrubContext({ before: lines.slice(0, 2), line, after });
  return [...context.before, context.line, ...context.after];
};

test('leaves source text as it is', () => {
  const lines = ['function total(items: Item[]) {', '  const sum = items', '    .map(({ price }) => price)'];
  expect(scrubbed(...lines)).toEqual(lines);
});

test.each([
  ["const password = 'hunter2';", 'hunter2'],
  ["await connect('postgres://shop:hunter2@db.test/shop');", 'hunter2'],
  ['const stripe = new Stripe("sk_live_51H8f9aKJ2eZvKYlo2C0hunter2");', 'hunter2'],
  ["headers: { authorization: 'Bearer hunter2hunter2' },", 'hunter2'],
  ["to: 'jane.doe@example.org',", 'jane'],
])('masks what is written in a line: %s', (line, secret) => {
  for (const at of [0, 2, 4]) {
    const lines = ['a();', 'b();', 'c();', 'd();', 'e();'].with(at, line);
    const result = scrubbed(...lines);
    expect(result.join('\n')).not.toContain(secret);
    expect(result.with(at, '')).toEqual(lines.with(at, ''));
  }
});

test('where a secret has several lines, all are masked', () => {
  const key = ['const key = `-----BEGIN PRIVATE KEY-----', '  hunter2', '-----END PRIVATE KEY-----`;'];
  expect(scrubbed('const a = 1;', ...key)).toEqual(Array(4).fill('[masked]'));
});

test('masks lines from within a key', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
  expect(scrubbed(line, `  "${line}\\n" +`, 'a();')).toEqual(['[masked]', '[masked]', 'a();']);
});
