import { endProcesses, endProcessesOnSignal } from './processes.mjs';

/** A failure that one line tells in full; any other error is a mistake in these scripts and keeps its stack. */
export class CommandError extends Error {
  name = 'CommandError';
}

export function printFailure(error) {
  console.error(error instanceof CommandError ? error.message : error);
}

/**
 * Runs a command to its end and exits with the status it returns, leaving nothing behind that it started.
 * `stoppedStatus` is the status after a requested stop; without it, the one a shell gives to that signal.
 */
export async function runCommand(command, { stoppedStatus } = {}) {
  endProcessesOnSignal(stoppedStatus);
  let status = 1;
  try {
    status = await command();
  } catch (error) {
    printFailure(error);
  }
  await endProcesses();
  process.exit(status);
}
