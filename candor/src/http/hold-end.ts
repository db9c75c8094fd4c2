import type { ServerResponse } from 'node:http';

type End = (...args: unknown[]) => unknown;

export function holdEnd(response: ServerResponse, until: Promise<unknown>): void {
  const { end } = response as unknown as { end: End };
  const endLater: End = (...args) => {
    void Promise.allSettled([until]).then(() => end.apply(response, args));
    return response;
  };
  Object.assign(response, { end: endLater });
}
