import type { ServerResponse } from 'node:http';

export function holdEnd(response: ServerResponse, until: Promise<unknown>): void {
  const end = response.end.bind(response) as (...args: unknown[]) => unknown;
  const endLater = (...args: unknown[]) => {
    void Promise.allSettled([until]).then(() => end(...args));
    return response;
  };
  Object.assign(response, { end: endLater });
}
