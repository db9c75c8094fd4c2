import { patch } from '../patch.js';

const own = patch('process-exit');

/** Finds out at the start whether `process.exit` can be replaced at the end. */
export function checkExit(): void {
  own.install(() => {
    replaceExit(process.exit);
    own.seen();
  });
}

/** `process.exit` calls this from now on. */
export function holdExit(onExit: () => void): void {
  own.install(() => replaceExit((() => onExit()) as typeof process.exit));
}

function replaceExit(exit: typeof process.exit): void {
  process.exit = exit; // Throws where it is read-only.
  if (process.exit !== exit) throw new Error('process.exit stays as it is.');
}
