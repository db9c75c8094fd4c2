import { logText } from '../scrubbing/log-format.js';
import { BoundedMap } from '../shared/bounded-map.js';

/** All failures of the first minutes of an incident have an event and a whole line, and then one a minute of each group of similar failures. */
const budget = {
  process: { capacity: 5_000, perSecond: 5, quietMs: 60_000 },
  group: { capacity: 2_000, perSecond: 1, quietMs: 60_000 },
  /** Of the groups past either. */
  samples: { capacity: 300, perSecond: 5, quietMs: 0 },
};
const minuteMs = 60_000;

type Limits = (typeof budget)['group'];

/** Failures are a group with the same type, the same route, and the same message except for numbers, ids and quoted text. */
export type FailureHead = { type: string; message: string; route: string };

/** `droppedBefore`: since the group's last whole line. `count`: of its group so far, with this one. */
export type Verdict = { isWhole: true; droppedBefore?: number } | { isWhole: false; count: number };

type Group = { take(at: number): boolean; wholeAt: number; dropped: number; droppedBefore: number };

export type FailureBudget = ReturnType<typeof createFailureBudget>;

export function createFailureBudget(now = () => performance.now()) {
  const takeOfProcess = createBucket(budget.process, now());
  const takeSample = createBucket(budget.samples, now());
  const groups = new BoundedMap<string, Group>(1_000);

  /** A name is only compared: what a long text has later makes no other group. No raw text is kept. */
  function groupOf({ type, message, route }: FailureHead, at: number): Group {
    const name = [logText(type.slice(0, 100)), shapeOf(logText(message.slice(0, 600))), route.slice(0, 500)].join('\n');
    const unused = { wholeAt: -Infinity, dropped: 0, droppedBefore: 0 };
    const group = groups.get(name) ?? { take: createBucket(budget.group, at), ...unused };
    groups.set(name, group);
    return group;
  }

  return {
    take(head: FailureHead): Verdict {
      const at = now();
      const group = groupOf(head, at);
      const isWhole = (group.take(at) && takeOfProcess(at)) || (at - group.wholeAt >= minuteMs && takeSample(at));
      if (!isWhole) {
        group.droppedBefore += 1;
        return { isWhole, count: (group.dropped += 1) };
      }
      const { droppedBefore } = group;
      group.wholeAt = at;
      group.droppedBefore = 0;
      return droppedBefore === 0 ? { isWhole } : { isWhole, droppedBefore };
    },
  };
}

/** A token bucket that, after a refusal, fills only when `quietMs` have passed: what goes on does not earn by going on. */
function createBucket({ capacity, perSecond, quietMs }: Limits, start: number): (at: number) => boolean {
  let tokens = capacity;
  let filledAt = start;
  return (at) => {
    if (at > filledAt) {
      tokens = Math.min(capacity, tokens + ((at - filledAt) / 1000) * perSecond);
      filledAt = at;
    }
    if (tokens < 1) {
      filledAt = at + quietMs;
      return false;
    }
    tokens -= 1;
    return true;
  };
}

function shapeOf(message: string): string {
  return message
    .slice(0, 300)
    .replace(/(["'`]).*?\1/g, '"…"')
    .replace(/(?:[0-9a-f]{8,}|\d+)(?:-[0-9a-f]+)*/gi, '#');
}
