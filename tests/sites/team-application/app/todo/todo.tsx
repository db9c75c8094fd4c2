'use client';

import { useActionState, useOptimistic } from 'react';
import { addTodo } from './actions';

export function Todo() {
  const [state, add, isPending] = useActionState(addTodo, 'nothing yet');
  const [shown, show] = useOptimistic(state);
  return (
    <form
      action={(form) => {
        show('adding');
        add(form);
      }}
    >
      <input name="title" defaultValue="milk" />
      <button disabled={isPending}>Add</button>
      <p data-state-of-todo>{shown}</p>
    </form>
  );
}
