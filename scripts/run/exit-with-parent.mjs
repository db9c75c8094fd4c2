// @ts-check
import { Socket } from 'node:net';

// Preloaded into a program: a pipe from its parent ends when the parent is gone, even by SIGKILL. Not standard input, since
// `next dev` stands still while something reads that.

const { EXIT_WITH_PARENT: signal } = process.env;
// Processes that this one starts have other file descriptors.
delete process.env.EXIT_WITH_PARENT;

if (signal) {
  const parent = new Socket({ fd: 3 });
  // SIGKILL ends the whole group, which this process leads.
  parent.once('close', () => process.kill(signal === 'SIGKILL' ? -process.pid : process.pid, signal));
  parent.on('error', () => {}).resume(); // It closes then, too.
  parent.unref();
}
