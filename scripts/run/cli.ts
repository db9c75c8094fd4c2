import { endProcesses, endProcessesOnSignal } from './processes';

/** A failure that one line describes in full. Any other error is a mistake in these scripts and keeps its stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

export function printFailure(error: unknown): void {
  console.error(error instanceof CommandError ? error.message : error);
}

/**
 * Runs a command to its end and exits with the status that it returns, after ending every process that it started.
 * `stoppedStatus` is the exit status after Ctrl-C or SIGTERM; by default it is the one that a shell gives to the signal.
 */
export async function runCommand(
  command: () => Promise<number>,
  { stoppedStatus }: { stoppedStatus?: number } = {},
): Promise<never> {
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
