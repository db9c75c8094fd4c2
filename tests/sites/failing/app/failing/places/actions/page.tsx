'use client';

import { useActionState } from 'react';
import { failingAction, unserializableAction } from './actions';

export default function Page() {
  const [result, submit] = useActionState(failingAction, 'nothing yet');
  return (
    <form action={submit}>
      <h1>{result}</h1>
      <button>Submit</button>
      <button type="button" onClick={() => void unserializableAction()}>
        Call for a function
      </button>
    </form>
  );
}
