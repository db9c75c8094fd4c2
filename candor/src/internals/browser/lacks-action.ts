/** Whether the server's build does not have the action that a request was for. */
export const lacksAction = ({ headers }: Response) => headers.get('x-nextjs-action-not-found') !== null;
