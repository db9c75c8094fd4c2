import { notFound, redirect } from 'next/navigation';
import { after } from 'next/server';

/** Fails after the response in one of the ways that `after()` has. */
export function failAfter(what: string): void {
  const error = new Error(`Failing: after the response of ${what}.`);
  if (what.endsWith('promise')) after(Promise.reject(error));
  else if (what.endsWith('string')) after(() => Promise.reject('Failing: a string after the response.'));
  else if (what.endsWith('nested')) {
    after(() => {
      after(() => {
        throw error;
      });
    });
  } else if (what.endsWith('redirect')) after(() => redirect('/'));
  else if (what.endsWith('not-found')) after(() => notFound());
  else {
    after(() => {
      throw error;
    });
  }
}
