import { onTestFinished } from 'vitest';

/**
 * Web Locks for this test, because happy-dom has none: one holder per name, the others in turn.
 * https://w3c.github.io/web-locks/
 */
export function installLocks() {
  const held = new Set<string>();
  let pending: { name: string; grant: () => void }[] = [];

  const grantFree = () => {
    pending = pending.filter(({ name, grant }) => {
      if (held.has(name)) return true;
      held.add(name);
      grant();
      return false;
    });
  };
  const release = (name: string) => {
    held.delete(name);
    grantFree();
  };

  stubLocks({
    async request<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
      await new Promise<void>((grant) => {
        pending.push({ name, grant });
        grantFree();
      });
      try {
        return await work();
      } finally {
        release(name);
      }
    },
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: pending.map(({ name }) => ({ name })) }),
  });
  /** Releases the page's lock, as a browser does when the page closes. */
  const endPage = ({ page }: { page: string }) => release(page);
  return { held, endPage };
}

/** Gives `navigator` these locks for the rest of the test. */
export function stubLocks(locks: object) {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}
