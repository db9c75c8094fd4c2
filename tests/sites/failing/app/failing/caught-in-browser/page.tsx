'use client';

import * as Sentry from '@sentry/nextjs';
import { useState } from 'react';
import { report } from 'candor';

const thrown = new Error('Failing: caught, reported, and thrown.');

const ways: Record<string, () => unknown> = {
  report: () => report(new Error('Failing: caught and reported.')),
  'report a text': () => report('Failing: a text.'),
  'report and throw': () => {
    const reference = report(thrown);
    setTimeout(() => {
      throw thrown;
    });
    return reference;
  },
  'capture an exception': () =>
    Sentry.withScope((scope) => {
      Sentry.setUser({ id: 'visitor-7', email: 'jo@example.org' });
      Sentry.setTag('plan', 'free');
      scope.setTag('part', 'basket');
      scope.setExtra('password', 'hunter2');
      return Sentry.captureException(new Error('Failing: captured.'));
    }),
  'capture a message': () => Sentry.captureMessage('Failing: a message.', 'warning'),
};

/** What a team's own code does with an error in the browser, and the id that it gets. */
export default function Caught() {
  const [id, setId] = useState('');
  return (
    <main>
      {Object.entries(ways).map(([name, run]) => (
        <button key={name} type="button" onClick={() => setId(String(run()))}>
          {name}
        </button>
      ))}
      <output>{id}</output>
    </main>
  );
}
