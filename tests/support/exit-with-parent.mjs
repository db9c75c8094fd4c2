import { Socket } from 'node:net';

// Imported by a server before anything else: a pipe from its parent ends when the parent is gone, even by SIGKILL.
// Not standard input: `next dev` stands still while something reads that.

const { EXIT_WITH_PARENT: signal } = process.env;
// Processes that this one starts have other file descriptors.
delete process.env.EXIT_WITH_PARENT;

if (signal) {
  const parent = new Socket({ fd: 3 });
  // SIGKILL ends the whole group, which this process leads.
  parent.once('close', () => process.kill(signal === 'SIGKILL' ? -process.pid : process.pid, signal));
  parent.on('error', () => {}).resume();
  parent.unref();
}
