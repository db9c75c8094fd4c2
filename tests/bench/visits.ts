import type { Browser } from 'playwright';
import { measureBytes, measurePaint } from './browser';
import { addFigures, type Figures } from './rows';
import { inTurn, startEach, type Starts, type Subject } from './subjects';

// In browsers it is all the same whether reporting is off, and whether the server reads source maps.
const visited: readonly Subject[] = ['bare', 'candor', 'before', 'wizard'];
/** They hardly differ. */
const roundsOfBytes = 3;
const slowVisits = 2;

/** What a first visit of `/` fetches, and when it is painted: the subjects in turn, so that each visit has its pair. */
export async function measureVisits(
  { starts, browser, rounds }: { starts: Starts; browser: Browser; rounds: number },
  measured: Record<Subject, Figures>,
  onRound: (round: number) => void,
): Promise<void> {
  const running = await startEach(starts, visited);
  for (let round = 1; round <= rounds; round += 1) {
    onRound(round);
    if (round <= roundsOfBytes) await visitEach(round, measureBytes);
    for (let visit = 1; visit <= slowVisits; visit += 1) await visitEach(round + visit, measurePaint);
  }
  for (const { server } of running) await server.end();

  async function visitEach(turn: number, measure: typeof measureBytes | typeof measurePaint) {
    for (const { subject, server } of inTurn(running, visited, { isReversed: turn % 2 === 0 }))
      addFigures(measured[subject], await measure(browser, `${server.url}/`));
  }
}
