import type { Metadata } from 'next';
import { connection } from 'next/server';
import { failWith } from './actions';

export const metadata: Metadata = { title: 'A form that fails' };

/** Whose action takes the whole page with it. Rendered for each visitor. */
export default async function Form() {
  await connection();
  return (
    <main>
      <h1>A form that fails</h1>
      <form action={failWith}>
        <textarea name="letter" aria-label="Letter" />
        <input name="account" type="password" aria-label="Password" />
        <button>Send</button>
      </form>
    </main>
  );
}
