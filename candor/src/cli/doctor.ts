import { CommandError, readConfig, settingOf } from '../application/read-application.js';
import { createAsk, type TimeLimits } from './doctor/ask.js';
import { followFailure } from './doctor/follow-failure.js';
import { inspectApplication } from './doctor/inspect-application.js';
import { addressOf, inspectSite } from './doctor/inspect-site.js';
import { inOneLine, inWords } from './show.js';

/** `fail`: a path of that site that throws. */
export type DoctorOptions = { url?: string; fail?: string; json: boolean };

const doctorLimits: TimeLimits = { requestMs: 8_000, followMs: 10_000, totalMs: 12_000 };

/** Finds problems in an application or a running site. It writes nothing, and runs none of its code. @throws CommandError */
export async function doctor(
  folder: string,
  { url, fail, json }: DoctorOptions,
  { print }: { print(text: string): void },
  { env = process.env, limits = doctorLimits } = {},
): Promise<0 | 1> {
  if (url === undefined && fail !== undefined) throw new CommandError('--fail needs --url: the address of the site.');
  const policy = await loadPolicy();
  const { findings, of } =
    url === undefined
      ? inspectApplication(folder, env, policy.inspectBuild)
      : await inspectAddress(folder, url, fail, limits);
  const shown = findings.map(({ path, says, ...more }) => {
    return { ...more, ...(path && { path: inOneLine(path) }), says: inOneLine(says) };
  });
  const problems = shown.filter(({ isOptional }) => !isOptional);
  const notes = shown.filter(({ isOptional }) => isOptional).map(inWords);
  const holds = problems.length === 0;
  const end = holds ? `No problems found in ${inOneLine(of)}.` : `Problems found: ${problems.length}.`;
  print(
    json
      ? JSON.stringify({ holds, findings: problems, notes })
      : [...problems.map(inWords), ...notes, end].join('\n\n'),
  );
  return holds ? 0 : 1;
}

async function inspectAddress(folder: string, url: string, fail = '', limits = doctorLimits) {
  const deadline = performance.now() + limits.totalMs;
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new CommandError(`${url} is not the address of a site; use one such as https://example.org`);
  if (!/^(?:\/(?!\/)|$)/.test(fail))
    throw new CommandError(`${fail} is not a path of the site; use one such as /failing-page`);
  const tunnel = settingOf({ config: readConfig(folder) }, 'tunnel') ?? '/monitoring';
  const ask = createAsk(limits);
  const site = await inspectSite(new URL(new URL(url).pathname, url), ask, tunnel, await loadPolicy());
  const of = `${site.inspected.join(', ')}${fail && ' and a failure'} of ${site.base.href}`;
  if (fail === '') return { findings: site.findings, of };
  const until = Math.min(performance.now() + limits.followMs, deadline);
  const followed = await followFailure(addressOf(site.base, fail), site.monitoring, ask, until);
  return { findings: [...site.findings, followed], of };
}

// eslint-disable-next-line import/no-restricted-paths -- The one import of it here, which is off by default.
const loadPolicy = () => import('../policy/doctor.js');
