import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { logMessages } from '../../../candor/src/shared/log-messages';
import { endOpenLines, scrubOutput } from '../../../candor/src/server/scrub-output';

const messages = Object.keys(logMessages);
const forged = '{"level":"error","msg":"the outbox cannot be written"}';

function anOutput({ isTTY = false } = {}) {
  let written = '';
  const writable = new Writable({ write: (chunk, _, done) => ((written += String(chunk)), done()) });
  const output = Object.assign(writable, { isTTY }) as unknown as NodeJS.WriteStream;
  scrubOutput(output);
  return { output, printed: () => written };
}

function printedOf(...texts: (string | Uint8Array)[]): string {
  const { output, printed } = anOutput();
  for (const text of texts) output.write(text);
  return printed();
}

afterEach(() => void vi.unstubAllEnvs());

test('scrubs printed text, including whole errors with their causes and fields', () => {
  const { output, printed } = anOutput();
  const cause = Object.assign(new Error('cookie: a=b'), { input: 'postgres://jo:hunter2@db.test/x' });
  new Console(output).error('⨯', new Error('password=hunter2', { cause }));
  expect(printed()).toContain('⨯ Error: password=[masked]');
  expect(printed()).toContain('[cause]: Error: cookie: [masked]');
  expect(printed()).toContain('scrub-output.test.ts:');
  expect(printed()).not.toMatch(/hunter2|a=b/);
});

test('masks nothing under the development server, and keeps a forged line apart there too', () => {
  vi.stubEnv('NODE_ENV', 'development');
  const text = " GET /offers?page=2 200 in 7ms\n> 3 |   const url = '/offers?page=2&token=abc';\n";
  expect(printedOf(text)).toContain(text.split('\n')[0]);
  expect(printedOf(text)).not.toContain('[masked]');
  expect(printedOf('{"password":"hunter2"}\n')).toBe('{"password":"hunter2"}\n');
  expect(printedOf(`${forged}\n`)).toBe(`| ${forged}\n`);
});

test('passes callbacks on, and returns whether the stream has room', () => {
  const calls: unknown[][] = [];
  const output = { write: (...call: unknown[]) => calls.push(call) > 1 };
  scrubOutput(output as unknown as NodeJS.WriteStream);
  const written = () => {};
  const write = output.write as NodeJS.WriteStream['write'];
  expect(write('token=abc\n')).toBe(false);
  expect(write('token=abc\n', 'utf8', written)).toBe(true);
  expect(write(Buffer.from('token=abc\n'), written)).toBe(true);
  expect(calls).toEqual([
    ['token=[masked]\n', 'utf8'],
    ['token=[masked]\n', 'utf8', written],
    ['token=[masked]\n', 'utf8', written],
  ]);
});

test('decodes bytes and other encodings, waits for the rest of a character, and leaves all else to the stream', () => {
  const bytes = Buffer.from('Grüße, token=abc\n');
  expect(printedOf(bytes.subarray(0, 3), bytes.subarray(3))).toBe('Grüße, token=[masked]\n');
  const { output, printed } = anOutput();
  output.write(Buffer.from('token=abc\n').toString('hex'), 'hex');
  output.write(Buffer.from('é').subarray(0, 1));
  output.write('a\n');
  expect(printed()).toBe('token=[masked]\n\ufffda\n');
  expect(() => printedOf(7 as unknown as string)).toThrow('must be of type string');
  const { write } = output;
  scrubOutput(output); // Whenever the server registers.
  expect(output.write, 'wrapped once').toBe(write);
});

test('escapes invisible characters', () => {
  expect(printedOf('a\u0000b\u001b[31mc\rd\u007fe\u009b1mf\u202eg\u2028h\ufeffi\u{e0041}j\tk\n')).toBe(
    String.raw`a\u0000b\u001b[31mc\u000dd\u007fe\u009b1mf\u202eg\u2028h\ufeffi\udb40\udc41j` + '\tk\n',
  );
});

test.each(['', '1', 'true', '2', '3'])(
  'colours stay on a terminal, and where FORCE_COLOR is %j, and hide no secret',
  (setting) => {
    const { output, printed } = anOutput({ isTTY: true });
    output.write('\u001b[31mred\u001b[39m\u001b[2J\n');
    expect(printed()).toBe('\u001b[31mred\u001b[39m\\u001b[2J\n');
    vi.stubEnv('FORCE_COLOR', setting);
    expect(printedOf('\u001b[31mred\u001b[39m\n')).toBe('\u001b[31mred\u001b[39m\n');
    const coloured = inspect({ user: 'jo', password: 'hunter2' }, { colors: true });
    expect(printedOf(`${coloured}\n`)).toBe("{ user: 'jo', password: '[masked]' }\n");
  },
);

test.each([
  [['Error: a\nb\n    at c\n\n}\n'], 'Error: a\n  b\n    at c\n\n  }\n'],
  [[`Error: \n${forged}\nx\n`], `Error: \n| ${forged}\n  x\n`],
  [['{\n  "msg": "outbox full"\n}'], '| {\n  "msg": "outbox full"\n  }'],
  [['{"msg":', '"outbox full"', '}\n'], '{"msg":\n| "outbox full"}\n'],
  [['a', `${forged}\n`], `a${forged}\n`],
])('of %j later lines are indented, and what would read as an entry of the log is marked', (texts, expected) => {
  expect(printedOf(...texts)).toBe(expected);
});

test('an open line is ended before the log writes, and one that is too long by itself', () => {
  const { output, printed } = anOutput();
  output.write('50 %');
  endOpenLines(output);
  endOpenLines(output);
  output.write('done\n');
  endOpenLines(output, { write: () => true }); // The other is not wrapped.
  expect(printed()).toBe('50 %\ndone\n');
  expect(printedOf('{"a":"', 'x'.repeat(20_000), '","msg":"outbox full"}\n')).toMatch(/x\n","msg"/);
});

describe('foreign JSON', () => {
  test.each([
    ['pino', '{"level":30,"time":1795250000000,"pid":7,"hostname":"a","msg":"user 7 has signed in"}\n'],
    ['a document over several lines', '{\n  "msg": "a",\n  "list": [\n    1\n  ]\n}\n'],
    ['a quoted line of ours', `${JSON.stringify({ msg: 'a', body: forged })}\n`],
    ['numbers that JavaScript has not', '{"id":12345678901234567890}\n'],
  ])('passes unchanged: %s', (_, text) => {
    expect(printedOf(text)).toBe(text);
  });

  test.each([
    ['{"pin":1234,"a":1}\n', '{"pin":"[masked]","a":1}\n'],
    ['{"a":1}\n{"password":{"old":"hunter2"}}\n', '{"a":1}\n{"password":{"old":"[masked]"}}\n'],
    [
      '{\n  "headers": ["authorization", "Bearer x"]\n}\n',
      '{\n  "headers": [\n    "authorization",\n    "[masked]"\n  ]\n}\n',
    ],
    ['{"text":"\u009b\u202e\u007f"}\n', String.raw`{"text":"\u009b\u202e\u007f"}` + '\n'],
  ])('is still JSON after scrubbing and escaping: %j', (text, expected) => expect(printedOf(text)).toBe(expected));

  // Node before 26 cannot stringify the deepest.
  test.each([10, 200, 100_000])('has no secret when it is nested %i deep', (depth) => {
    const printed = printedOf(`${'['.repeat(depth)}"password=hunter2"${']'.repeat(depth)}\n`);
    expect(printed).toContain('[masked]');
    expect(printed).not.toContain('hunter2');
  });
});

test('no text makes a line that reads as one of the log, however it is written', () => {
  const pieces = [
    ...Array.from({ length: 30 }, () => '\n'),
    ...['{', '}', '[', ']', '"', ',', ':', '\n', '\r\n', ' ', '\t', '\\', '\\"', '\\u006d', '\u2028', '\ufeff'],
    ...['\u00a0', '|', '"msg"', '"msg":', 'msg', '"level":"info"', '"a":1,', '\u001b[31m', '\u001b[39m', '\u0000'],
    ...['\u009b', '{}', 'x', '"x":"'],
    ...messages.flatMap((message) => [`"${message}"`, `{"msg":"${message}"}`, `"msg":"${message}"}`, message]),
  ];
  const isOurs = (line: string) => {
    try {
      const value: unknown = JSON.parse(line.replace(/\u001b\[[\d;]*m/g, '').replace(/^\ufeff/, ''));
      return messages.includes((value as { msg?: string } | null)?.msg ?? '');
    } catch {
      return false;
    }
  };
  let forgeries = 0;
  const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  const chunks = fc.array(fc.tuple(text, fc.nat(3)), { minLength: 1, maxLength: 4 });
  const holds = fc.property(chunks, fc.boolean(), (texts, isTTY) => {
    const { output, printed } = anOutput({ isTTY });
    for (const [text, form] of texts) output.write(form === 0 ? Buffer.from(text) : text);
    const whole = texts.map(([text]) => text).join('');
    if (whole.split('\n').some(isOurs)) forgeries += 1;
    expect(printed().split('\n').filter(isOurs)).toEqual([]);
  });
  fc.assert(holds, { numRuns: 3_000 });
  expect(forgeries, 'forgeries among the texts').toBeGreaterThan(100);
});
