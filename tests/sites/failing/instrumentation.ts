import { register as registerApplication } from './application.instrumentation';

export { onRequestError } from './application.instrumentation';

/** What a team adds around ours. Without these settings the SDK is not loaded for it. */
export async function register(): Promise<void> {
  await initForTeam('before');
  await registerApplication();
  await initForTeam('after');
  if (process.env.SET_AT_START) (await import('@sentry/nextjs')).setTag('set_at_start', process.env.NEXT_RUNTIME);
  if (process.env.FAILING_START) throw new Error(`Failing: register() threw, ${process.env.FAILING_START}.`);
}

async function initForTeam(when: string): Promise<void> {
  if (!process.env.TEAM_DSN || process.env.TEAM_INIT !== when) return;
  (await import('@sentry/nextjs')).init({ dsn: process.env.TEAM_DSN, environment: 'of-the-team' });
}
