import { checkVersions } from '../../build/check-versions.js';
import type { PatchOfCandor } from '../../internals/patches.js';
import { isRecord } from '../../shared/is-record.js';
import type { Answer } from './ask.js';
import type { Finding, Looked } from './finding.js';

type Manifest = readonly PatchOfCandor[];

/**
 * What `GET /monitoring` says, as far as it is what Candor says.
 * @param path the one that was asked for
 */
export function lookAtState({ url, status, headers, body }: Answer, path: string, manifest: Manifest): Looked {
  const state = parse(body);
  if (!isRecord(state) || (state.reporting !== 'on' && state.reporting !== 'off')) {
    const type = headers.get('Content-Type') ?? 'no type';
    const redirected = url.pathname === path ? '' : ` is redirected to ${url.pathname}, which`;
    const says = `GET ${path}${redirected} answers with ${status} and ${type}, and not as Candor does. See that app/monitoring/route exists, and that no proxy or login answers there.`;
    return { findings: [{ about: 'site', says }], notes: [] };
  }
  const { reporting, release, environment } = state;
  return {
    findings: [
      ...(reporting === 'off'
        ? [
            finding(
              'delivery',
              'Reporting is off: failures are logged, and sent nowhere. Set SENTRY_DSN where the server runs.',
            ),
          ]
        : []),
      ...missingPatches(state, manifest),
      ...versionProblems(state.versions),
      ...deliveryProblems(state.delivery),
    ],
    notes: [
      `Reporting is ${reporting}. This is the release ${String(release)}, in the environment ${String(environment)}.`,
      ...droppedEvents(state.delivery),
      ...ignoredErrors(state),
      ...unprovenPatches(state.patches, manifest),
    ],
  };
}

const finding = (about: Finding['about'], says: string): Finding => ({ about, says });

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined; // HTML, as of a proxy or a login.
  }
}

function missingPatches(
  { patches: states, reportedByBrowsers }: Record<string, unknown>,
  manifest: Manifest,
): Finding[] {
  const ofServer = namesIn(states, 'missing').map(
    (name) => `The patch ${name} is not in effect: ${lossOf(name, manifest)}.`,
  );
  const ofBrowsers = Object.entries(isRecord(reportedByBrowsers) ? reportedByBrowsers : {}).map(
    ([name, count]) => `Browsers lacked the patch ${name} in ${String(count)} pages: ${lossOf(name, manifest)}.`,
  );
  return [...ofServer, ...ofBrowsers].map((says) =>
    finding('site', `${says} Use versions that Candor was tested with, or update Candor.`),
  );
}

/** A patch is proven when its effect was seen, which for some takes a failure of that kind. */
function unprovenPatches(states: unknown, manifest: Manifest): string[] {
  if (!isRecord(states))
    return ['It does not show its patches to requests that a proxy passed on (PUBLIC_COUNTERS=off).'];
  const unproven = namesIn(states, 'unproven');
  if (unproven.length === 0) return [];
  const each = unproven.map((name) => `  ${name}: ${lossOf(name, manifest)}`).join('\n');
  return [`Not seen at work since this server started, each with what does not hold if it is not in effect:\n${each}`];
}

function namesIn(states: unknown, state: string): string[] {
  const names = isRecord(states) ? states[state] : [];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function lossOf(name: string, manifest: Manifest): string {
  return manifest.find((patch) => patch.name === name)?.loses ?? 'this version of the command does not know it';
}

function versionProblems(versions: unknown): Finding[] {
  return checkVersions((name) => versionOf(name, versions)).map((says) => finding('versions', says));
}

/** The version of Candor that a site says it has. A proxy may hide it. */
export function versionIn({ body }: Answer): string | undefined {
  const state = parse(body);
  return isRecord(state) ? versionOf('candor', state.versions) : undefined;
}

function versionOf(name: string, versions: unknown): string | undefined {
  const version = isRecord(versions) ? versions[name] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** Whether a site says that it has a policy of Candor's. */
export function hasPolicy({ body }: Answer): boolean {
  const state = parse(body);
  return isRecord(state) && isRecord(state.policy);
}

function deliveryProblems(delivery: unknown): Finding[] {
  if (!isRecord(delivery) || typeof delivery.downSince !== 'string') return [];
  const says = `The service accepts no events since ${delivery.downSince}, and ${String(delivery.queued)} wait. See that the server reaches the host of SENTRY_DSN.`;
  return [finding('delivery', says)];
}

function droppedEvents(delivery: unknown): string[] {
  const dropped = isRecord(delivery) && isRecord(delivery.dropped) ? Object.entries(delivery.dropped) : [];
  if (dropped.length === 0) return [];
  const each = dropped.map(([reason, count]) => `${String(count)} for ${reason}`).join(', ');
  return [`Events were dropped since this server started: ${each}. The log names each.`];
}

function ignoredErrors({ ignored, filesOfOtherBuilds }: Record<string, unknown>): string[] {
  const counts = isRecord(ignored) ? Object.entries(ignored) : [];
  const each = counts.map(([reason, count]) => `Of errors in browsers ${String(count)} became no event: ${reason}.`);
  const files = Number(filesOfOtherBuilds);
  return [
    ...each,
    ...(files > 0 ? [`Documents of another build asked for ${files} files that this one does not have.`] : []),
  ];
}
