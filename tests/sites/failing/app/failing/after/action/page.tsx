import { failAfter } from '../fail-after';

async function act() {
  'use server';
  failAfter('an action');
}

export default function AfterAction() {
  return (
    <form action={act}>
      <button>Act</button>
    </form>
  );
}
