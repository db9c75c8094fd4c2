import { scrub } from './scrub';

type Output = { write: NodeJS.WriteStream['write'] };

const isMasked = Symbol.for('candor.masked-output');

/**
 * Masks what this process prints by other ways than the log: Next prints the message and the stack of every failure to
 * standard error by itself, and no setting of its own keeps a secret out of them.
 */
export function maskOutput(...outputs: Output[]): void {
  for (const output of outputs as (Output & { [isMasked]?: true })[]) {
    if (output[isMasked]) continue; // `next dev` registers again on every change.
    output[isMasked] = true;
    const write = output.write.bind(output) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
    // One call is one message, whole: the console puts it together before it writes.
    output.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
      write(typeof chunk === 'string' ? scrub(chunk) : chunk, ...rest)) as Output['write'];
  }
}
