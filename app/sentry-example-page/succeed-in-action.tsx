'use client';

import { useActionState } from 'react';
import { succeed } from './actions';

export function SucceedInAction() {
  const [result, action, isPending] = useActionState(succeed, undefined);
  return (
    <form action={action}>
      <button type="submit" disabled={isPending}>
        server-action-ok
      </button>
      {result && <p role="status">The action succeeded at {result.succeededAt}.</p>}
    </form>
  );
}
