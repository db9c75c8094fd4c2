export type Lifetimes = {
  /** `request`: the process may be frozen or ended when its response was sent. */
  lifetime: 'process' | 'request';
  /** The variable that says so. */
  lifetimeFrom?: string;
  /** `process`: nobody reads what this process leaves on its disk. */
  outboxLifetime: 'disk' | 'process';
};

/** Platforms set these in the functions that they freeze after a response. */
const platformVariables = ['VERCEL', 'AWS_LAMBDA_FUNCTION_NAME', 'NETLIFY'] as const;

/** How long a process and its disk last: as the settings say, or as the platform does that runs it. */
export function readLifetimes(
  given: { lifetime?: Lifetimes['lifetime']; outboxLifetime?: Lifetimes['outboxLifetime'] },
  env: Record<string, string | undefined>,
): Lifetimes {
  const platform = platformVariables.find((name) => env[name]);
  const lifetime = given.lifetime ?? (platform === undefined ? 'process' : 'request');
  const lifetimeFrom = given.lifetime === undefined ? platform : 'LIFETIME';
  const outboxLifetime = given.outboxLifetime ?? (lifetime === 'request' ? 'process' : 'disk');
  return { lifetime, lifetimeFrom, outboxLifetime };
}
