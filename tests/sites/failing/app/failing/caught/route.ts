import * as Sentry from '@sentry/nextjs';
import { report } from 'candor';

const shared = new Error('Failing: caught, the same object.');

/** Catches an error, and responds with the reference that reporting it gave. */
const ways: Record<string, (what: string) => string> = {
  reported: (what) => report(new Error(`Failing: caught, ${what}.`)),
  'reported-string': () => report('Failing: caught, a string.'),
  'reported-same': () => report(shared),
  'reported-twice': () => {
    const error = new Error('Failing: caught, reported twice.');
    report(error);
    return report(error);
  },
  exception: () => Sentry.captureException(new Error('Failing: captured, password=hunter2')),
  'exception-with-tags': () =>
    Sentry.withScope((scope) => {
      scope.setTag('of_scope', 'yes');
      scope.setUser({ id: '7', ip_address: '192.0.2.1' });
      const id = Sentry.captureException(new Error('Failing: captured in a scope.'), { tags: { of_call: 'yes' } });
      scope.setTag('of_scope', 'too late');
      return id;
    }),
  message: () => Sentry.captureMessage('Failing: a message, password=hunter2', 'warning'),
  event: () => Sentry.captureEvent({ message: 'Failing: an event.' }),
  feedback: () => Sentry.captureFeedback({ message: 'Failing: a feedback, password=hunter2', email: 'jo@example.org' }),
};

export function GET(request: Request): Response {
  const what = new URL(request.url).searchParams.get('what') ?? '';
  return Response.json(ways[what]?.(what) ?? null);
}

/** Reports a caught error, and throws it again. */
export function POST(request: Request): Response {
  const { searchParams } = new URL(request.url);
  const error = new Error('Failing: caught and thrown again.');
  const id = searchParams.get('by') === 'sdk' ? Sentry.captureException(error) : report(error);
  throw Object.assign(error, { message: `Failing: caught and thrown again, known as ${id}.` });
}
