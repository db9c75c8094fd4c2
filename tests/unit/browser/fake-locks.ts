import { onTestFinished } from 'vitest';

/**
 * Web Locks for this test, which happy-dom has none of: one holder a name, the others in turn.
 * https://w3c.github.io/web-locks/
 */
export function installLocks() {
  const held = new Set<string>();
  const pending: { name: string; grant: () => void }[] = [];

  function grantWhatIsFree() {
    for (const ask of [...pending]) {
      if (held.has(ask.name)) continue;
      pending.splice(pending.indexOf(ask), 1);
      held.add(ask.name);
      ask.grant();
    }
  }

  function release(name: string) {
    held.delete(name);
    grantWhatIsFree();
  }

  const locks = {
    async request<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
      await new Promise<void>((grant) => {
        pending.push({ name, grant });
        grantWhatIsFree();
      });
      try {
        return await work();
      } finally {
        release(name);
      }
    },
    query: async () => ({
      held: [...held].map((name) => ({ name })),
      pending: pending.map(({ name }) => ({ name })),
    }),
  };

  stubLocks(locks);
  return {
    held,
    /** What a browser does with the locks of a page that is gone. */
    endPage: ({ page }: { page: string }) => release(page),
  };
}

/** Gives `navigator` these locks for the rest of the test. */
export function stubLocks(locks: object) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}
