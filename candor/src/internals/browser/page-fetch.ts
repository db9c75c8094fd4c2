import { attempt } from './patch.js';

export type PageRequest = Parameters<typeof fetch>;

/** Handles the requests of this page. `handle` does not reject but with what `send` rejects with, or on purpose. */
export function handleRequests(
  handle: (request: PageRequest, send: () => Promise<Response>) => Promise<Response>,
): void {
  attempt('page-fetch', () => {
    const send = fetch;
    window.fetch = (...request) => handle(request, () => send(...request));
  });
}

/** Whether Next sends the request for an action, or for a navigation. `undefined`: for neither. */
export function isActionOfNext([, init]: PageRequest): boolean | undefined {
  const headers: object = Object(init?.headers);
  // Next prefetches with low priority.
  return 'next-action' in headers || ('rsc' in headers && init?.priority !== 'low' ? false : undefined);
}

export function isFlight({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/x-component') ?? false;
}

/** Whether the server's build does not have the action that a request was for. */
export const lacksAction = ({ headers }: Response) => headers.get('x-nextjs-action-not-found') !== null;
