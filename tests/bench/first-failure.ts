import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 4;
/** The server is idle after its start by then, and has served its pages before one of them fails. */
const settleMs = 1_500;
/** What a failure leaves to be done after its response may hold other pages back too. */
const followMs = 500;

export type FirstFailure = {
  /** From the request for the failing page to the end of its response. */
  failingMs: number;
  /** The longest time that `/` took meanwhile, and for half a second longer. */
  heldBackMs: number;
};

/**
 * Measures the first failing page of a server that has not failed yet, while a visitor requests `/`, 4 ms after each response.
 * @param url the server's origin, such as `http://127.0.0.1:3000`
 */
export async function measureFirstFailure(url: string): Promise<FirstFailure> {
  const agent = new Agent({ keepAlive: true });
  const request = (path: string, status: number) => timeRequest(url + path, status, agent);
  const ofHome: { endedAt: number; ms: number }[] = [];
  let isOver = false;
  // One request at a time: a server that is slower than its visitors would be held back by them.
  async function visitHome() {
    while (!isOver) {
      const ms = await request('/', 200);
      ofHome.push({ endedAt: performance.now(), ms });
      await pause(pauseMs);
    }
  }
  const visits = visitHome();
  visits.catch(() => {}); // Awaited below, with its error.
  try {
    await request('/sentry-example-page', 200);
    await pause(settleMs);
    const failedAt = performance.now();
    const failingMs = await request('/sentry-example-page?fail=server-render', 500);
    await pause(followMs);
    isOver = true;
    await visits;
    const meanwhile = ofHome.filter(({ endedAt }) => endedAt >= failedAt);
    return { failingMs, heldBackMs: Math.max(...meanwhile.map(({ ms }) => ms)) };
  } finally {
    isOver = true;
    await Promise.allSettled([visits]);
    agent.destroy();
  }
}

/** Milliseconds from the request to the end of its response, which must have this status. */
function timeRequest(url: string, status: number, agent: Agent): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== status) reject(new Error(`${url} responded with ${response.statusCode}.`));
      response.on('error', reject).on('end', () => resolve(performance.now() - from));
      response.resume();
    }).on('error', reject);
  });
}
