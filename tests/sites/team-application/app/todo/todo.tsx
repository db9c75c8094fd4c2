'use client';

import { useActionState } from 'react';
import { addTodo } from './actions';

export function Todo() {
  const [state, add, isPending] = useActionState(addTodo, 'nothing yet');
  return (
    <form action={add}>
      <input name="title" defaultValue="milk" />
      <button disabled={isPending}>Add</button>
      <p data-state-of-todo>{state}</p>
    </form>
  );
}
