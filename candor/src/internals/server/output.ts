import { patch } from '../patch.js';

export type Write = (chunk: unknown, ...rest: unknown[]) => boolean;
export type Output = { write: NodeJS.WriteStream['write']; isTTY?: boolean };

const own = patch('scrubbed-output');

/** @param transform `undefined`: the chunk is written as it is. @returns the output's own `write` */
export function transformOutput(
  output: Output,
  transform: (chunk: unknown, encoding: BufferEncoding | undefined) => string | undefined,
): Write {
  const write = output.write.bind(output) as Write;
  own.install(() => {
    output.write = ((chunk: unknown, ...rest: unknown[]) => {
      const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : undefined;
      const text = own.attempt(() => transform(chunk, encoding), undefined);
      if (text === undefined) return write(chunk, ...rest);
      const done = rest.find((argument) => typeof argument === 'function');
      return write(text, 'utf8', ...(done ? [done] : []));
    }) as Output['write'];
    own.seen();
  });
  return write;
}
