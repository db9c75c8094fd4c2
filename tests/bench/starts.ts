import { measureFirstFailure } from './first-failure';
import { examplePage } from './paths';
import { addFigures, type Figures } from './rows';
import { startLoadReceiver } from './start-load-receiver';
import { subjects, type Starts, type Subject } from './subjects';

/** Starts every subject once a round, one after the other: its start, its memory, and its first failure. */
export async function measureStarts(
  starts: Starts,
  rounds: number,
  measured: Record<Subject, Figures>,
  onRound: (round: number) => void,
): Promise<void> {
  const receiver = await startLoadReceiver();
  for (let round = 1; round <= rounds; round += 1) {
    onRound(round);
    for (const subject of round % 2 ? subjects : subjects.toReversed()) {
      const server = await starts[subject]?.();
      if (server === undefined) continue;
      addFigures(measured[subject], { start: server.startMs });
      await (await fetch(server.url + examplePage)).arrayBuffer();
      addFigures(measured[subject], { 'memory-start': await server.memoryMb() });
      const { failingMs, heldBackMs } = await measureFirstFailure(server.url);
      addFigures(measured[subject], { 'first-failure': failingMs, 'held-back': heldBackMs });
      await server.end();
    }
  }
  await receiver.end();
}
