import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { maskOutput } from '../../../app/_reporting/mask-output';

function anOutput() {
  const written: string[] = [];
  const output = new Writable({ write: (chunk, _, done) => (written.push(String(chunk)), done()) });
  return { output: output as unknown as NodeJS.WriteStream, written };
}

test('masks what is printed, whole errors with their causes and fields too', () => {
  const { output, written } = anOutput();
  maskOutput(output);
  const cause = Object.assign(new Error('cookie: a=b'), { input: 'postgres://jo:hunter2@db.test/x' });
  new Console(output).error('⨯', new Error('password=hunter2', { cause }));
  const printed = written.join('');
  expect(printed).toContain('⨯ Error: password=[masked]');
  expect(printed).toContain('[cause]: Error: cookie: [masked]');
  expect(printed).toContain('mask-output.test.ts:');
  expect(printed).not.toMatch(/hunter2|a=b/);
});

test('hands on bytes, encodings and callbacks as they are, and gives back whether there is room', () => {
  const calls: unknown[][] = [];
  const output = { write: (...call: unknown[]) => calls.push(call) > 1 };
  maskOutput(output as unknown as NodeJS.WriteStream);
  const written = () => {};
  const write = output.write as NodeJS.WriteStream['write'];
  expect(write(Buffer.from('token=abc'))).toBe(false);
  expect(write('token=abc', 'utf8', written)).toBe(true);
  expect(calls).toEqual([[Buffer.from('token=abc')], ['token=[masked]', 'utf8', written]]);
});

test('is put around an output once, however often the server is set up', () => {
  const { output } = anOutput();
  maskOutput(output);
  const { write } = output;
  maskOutput(output);
  expect(output.write).toBe(write);
});
