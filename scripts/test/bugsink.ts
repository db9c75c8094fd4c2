import { findOrMakeEnvironment } from './python-environment';

/** The folder of a virtual environment with Bugsink, or why there is none. */
export async function findOrInstallBugsink(): Promise<{ folder: string } | { missing: string }> {
  if (process.platform !== 'linux') return { missing: 'Bugsink, whose worker needs Linux, cannot run here' };
  return findOrMakeEnvironment('Bugsink', 'tests/service/requirements.txt');
}
