import SonicBoom from 'sonic-boom';
import { endOpenLines } from './scrub-output.js';

// While the output cannot be written, as on a full disk, later lines are dropped.
const maxWaiting = 1024 * 1024;

/** Writes synchronously, and past the scrubbing of standard output, which could not tell a log line from a forged one. */
export function writeToStandardOutput(): (line: string) => void {
  const file = new SonicBoom({ fd: 1, sync: true, maxLength: maxWaiting });
  file.once('error', (error) => console.error('The log cannot be written.', error));
  file.on('error', () => {}); // Said once. The next line tries again.
  return (line) => {
    endOpenLines(process.stdout, process.stderr); // Both may lead to the same terminal, journal or file.
    file.write(`${line}\n`);
  };
}
