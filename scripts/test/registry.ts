import { spawnSync } from 'node:child_process';
import type { Environment } from '../run/processes';

/** Why the npm registry cannot be reached; `undefined`: it can. */
export function registryProblem(env: Environment): string | undefined {
  const { status, error, stderr } = spawnSync('npm', ['view', 'create-next-app', 'version'], {
    env: env as unknown as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status === 0) return undefined;
  return (
    error?.message ?? stderr.split('\n').find((line) => /^npm (error|ERR!)/.test(line)) ?? `npm ended with ${status}`
  );
}
