import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { logMessages } from '../../../candor/src/shared/log-messages';
import { endOpenLines, scrubOutput } from '../../../candor/src/start/scrub-output';

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

test('scrubs printed text, including whole errors with their causes and fields', () => {
  const { output, printed } = anOutput();
  const cause = Object.assign(new Error('cookie: a=b'), { input: 'postgres://jo:hunter2@db.test/x' });
  new Console(output).error('⨯', new Error('password=hunter2', { cause }));
  for (const text of ['⨯ Error: password=[masked]', '[cause]: Error: cookie: [masked]', 'scrub-output.test.ts:'])
    expect(printed()).toContain(text);
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
  expect(calls).toEqual([[], [written], [written]].map((rest) => ['token=[masked]\n', 'utf8', ...rest]));
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

const invisible = 'a\u0000b\u001b[31mc\rd\u007fe\u009b1mf\u202eg\u2028h\ufeffi\u{e0041}j\tk\n';
const escaped = String.raw`a\u0000b\u001b[31mc\u000dd\u007fe\u009b1mf\u202eg\u2028h\ufeffi\udb40\udc41j` + '\tk\n';
const headers = '{\n  "headers": ["authorization", "Bearer x"]\n}\n';
const json = '{\n  "msg": "a",\n  "list": [\n    1\n  ]\n}\n';
const pino = '{"level":30,"time":1795250000000,"pid":7,"hostname":"a","msg":"user 7 has signed in"}\n';
const quoted = `${JSON.stringify({ msg: 'a', body: forged })}\n`;

test.each([
  ['invisible characters', [invisible], escaped],
  ['later lines', ['Error: a\nb\n    at c\n\n}\n'], 'Error: a\n  b\n    at c\n\n  }\n'],
  ['a line like one of ours', [`Error: \n${forged}\nx\n`], `Error: \n| ${forged}\n  x\n`],
  ['an entry of several lines', ['{\n  "msg": "outbox full"\n}'], '| {\n  "msg": "outbox full"\n  }'],
  ['an entry in parts', ['{"msg":', '"outbox full"', '}\n'], '{"msg":\n| "outbox full"}\n'],
  ['an entry within a line', ['a', `${forged}\n`], `a${forged}\n`],
  ['the JSON of pino', [pino], pino],
  ['JSON over several lines', [json], json],
  ['JSON that quotes a line of ours', [quoted], quoted],
  ['numbers that JavaScript has not', ['{"id":12345678901234567890}\n'], '{"id":12345678901234567890}\n'],
  ['a secret number in JSON', ['{"pin":1234,"a":1}\n'], '{"pin":"[masked]","a":1}\n'],
  ['a secret object in JSON', ['{"a":1}\n{"password":{"b":"x"}}\n'], '{"a":1}\n{"password":{"b":"[masked]"}}\n'],
  ['a secret in a list', [headers], headers.replace(/\[(.*), .*\]/, '[\n    $1,\n    "[masked]"\n  ]')],
  ['invisible characters in JSON', ['{"a":"\u009b\u202e\u007f"}\n'], String.raw`{"a":"\u009b\u202e\u007f"}` + '\n'],
])('what is printed of %s tells no secret, and is no entry of the log', (_, texts, expected) => {
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

// Node before 26 cannot stringify the deepest.
test.each([10, 200, 100_000])('JSON has no secret when it is nested %i deep', (depth) => {
  const printed = printedOf(`${'['.repeat(depth)}"password=hunter2"${']'.repeat(depth)}\n`);
  expect(printed).toContain('[masked]');
  expect(printed).not.toContain('hunter2');
});

test('no text makes a line that reads as one of the log, however it is written', () => {
  const pieces = [
    ...Array.from({ length: 30 }, () => '\n'),
    ...['{', '}', '[', ']', '"', ',', ':', '\n', '\r\n', ' ', '\t', '\\', '\\"', '\\u006d', '\u2028', '\ufeff'],
    ...['\u00a0', '|', '"msg"', '"msg":', 'msg', '"level":"info"', '"a":1,', '\u001b[31m', '\u001b[39m', '\u0000'],
    ...['\u009b', '{}', 'x', '"x":"'],
    ...logMessages.flatMap((message) => [`"${message}"`, `{"msg":"${message}"}`, `"msg":"${message}"}`, message]),
  ];
  const isOurs = (line: string) => {
    try {
      const value: unknown = JSON.parse(line.replace(/\u001b\[[\d;]*m/g, '').replace(/^\ufeff/, ''));
      return logMessages.some((msg) => msg === (value as { msg?: string } | null)?.msg);
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
