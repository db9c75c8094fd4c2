// Apart from page-fetch.ts, which every page loads.

/** Whether it is a response of Next's to a request of its own. */
export const isFlight = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/x-component') ?? false;

/** Whether the server's build does not have the action. */
export const lacksAction = ({ headers }: Response) => headers.get('x-nextjs-action-not-found') !== null;
