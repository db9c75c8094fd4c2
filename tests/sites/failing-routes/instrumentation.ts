import * as Sentry from '@sentry/nextjs';
import { register as registerApplication } from './application.instrumentation';

export { onRequestError } from './application.instrumentation';

/** What a team adds around ours. */
export async function register(): Promise<void> {
  if (process.env.TEAM_DSN && process.env.TEAM_INIT === 'before') initForTeam();
  await registerApplication();
  if (process.env.TEAM_DSN && process.env.TEAM_INIT === 'after') initForTeam();
  Sentry.setTag('set_at_start', process.env.NEXT_RUNTIME);
  if (process.env.FAILING_START) throw new Error(`Failing: register() threw, ${process.env.FAILING_START}.`);
}

function initForTeam(): void {
  Sentry.init({ dsn: process.env.TEAM_DSN, environment: 'of-the-team' });
}
