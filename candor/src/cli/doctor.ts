import { join } from 'node:path';
import { CommandError, readApplication, settingOf } from '../application/read-application.js';
import { tunnelOf } from '../application/hooks.js';
import { showLeft } from './show.js';
import { createAsk, type TimeLimits } from './doctor/ask.js';
import { together, type Looked } from './doctor/finding.js';
import { followFailure } from './doctor/follow-failure.js';
import { lookAtHooks } from './doctor/look-at-hooks.js';
import { lookAtSettings } from './doctor/look-at-settings.js';
import { lookAtSite } from './doctor/look-at-site.js';
import { lookAtVersions, otherVersion } from './doctor/look-at-versions.js';

export type DoctorOptions = {
  /** Of a running site; without it the application of the folder is looked at. */
  url?: string;
  /** A path of that site that throws. */
  fail?: string;
  /** One JSON document in place of words. */
  json: boolean;
};

const doctorLimits: TimeLimits = { requestMs: 10_000, totalMs: 60_000 };

type Environment = Record<string, string | undefined>;

/**
 * Says what does not hold in an application, or at a running site, and what to do. It writes nothing, and runs none of its code.
 * @returns the status of the process: 0, all holds; 1, something does not; 2, it could not look
 */
export async function doctor(
  folder: string,
  { url, fail, json }: DoctorOptions,
  { print }: { print(text: string): void },
  { env = process.env, limits = doctorLimits }: { env?: Environment; limits?: TimeLimits } = {},
): Promise<0 | 1 | 2> {
  try {
    if (url === undefined && fail !== undefined) throw new CommandError('--fail needs --url: the address of the site.');
    const looked =
      url === undefined ? await lookAtApplication(folder, env) : await lookAtAddress(folder, url, fail, limits);
    const holds = looked.findings.length === 0;
    print(json ? JSON.stringify({ holds, ...looked }, undefined, 2) : inWords(looked));
    return holds ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (json) print(JSON.stringify({ holds: false, findings: [], notes: [], error: error.message }, undefined, 2));
    else console.error(error.message);
    return 2;
  }
}

async function lookAtApplication(folder: string, env: Environment): Promise<Looked> {
  const application = readApplication(folder);
  const distDir = settingOf(application, 'distDir') ?? '.next';
  const { inspectBuild } = await loadPolicy();
  return together([
    lookAtHooks(application),
    { findings: lookAtVersions(application), notes: [] },
    lookAtSettings(folder, env),
    inspectBuild(join(folder, distDir)),
  ]);
}

async function lookAtAddress(
  folder: string,
  url: string,
  fail: string | undefined,
  limits: TimeLimits,
): Promise<Looked> {
  const deadline = performance.now() + limits.totalMs;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandError(`${url} is not the address of a site; use one such as https://example.org`);
  if (fail !== undefined && !/^\/(?!\/)/.test(fail))
    throw new CommandError(`${fail} is not a path of the site; use one such as /failing-page`);
  const ask = createAsk(limits);
  const { origin, pathname } = new URL(url);
  const { site, looked } = await lookAtSite(new URL(pathname, origin), ask, tunnelIn(folder), await loadPolicy());
  const versions = { findings: [], notes: otherVersion(folder, site.candor) };
  const followed = fail === undefined ? [] : [await followFailure(site, fail, ask, deadline - performance.now())];
  return together([looked, versions, ...followed]);
}

/** The path at which browsers report: `/monitoring`, unless the folder is that of an application with another one. */
function tunnelIn(folder: string): string {
  try {
    return `/${tunnelOf(readApplication(folder))}`;
  } catch (error) {
    if (error instanceof CommandError) return '/monitoring';
    throw error;
  }
}

/** What the policy has to say, if a team has turned it on. */
function loadPolicy() {
  // eslint-disable-next-line import/no-restricted-paths -- The one import of it here, which is off by default.
  return import('../policy/doctor.js');
}

function inWords({ findings, notes }: Looked): string {
  const count = findings.length;
  const end = count === 0 ? 'All that was looked at holds.' : count === 1 ? '1 finding.' : `${count} findings.`;
  const found = showLeft(findings.map(({ about, path = about, ...finding }) => ({ path, ...finding })));
  return [found, ...notes.map((note) => `${note}\n`), end].filter(Boolean).join('\n');
}
