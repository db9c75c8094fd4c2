import { patches } from '../../../candor/src/internals/patches';
import { createPageStates } from '../../../candor/src/monitoring/page-states';
import type { FailedRequest } from '../../../candor/src/failures/failure-reporter';
import { createLog } from '../../../candor/src/start/log';
import { installContext, type NodeContext } from '../../../candor/src/start/server-context';
import { spokenByBuild } from '../../../candor/src/shared/spoken';
import { readSettings, type Settings } from '../../../candor/src/start/settings';
import { mapError, type FindSource } from '../../../candor/src/sources/stack-text';
import type { Sources } from '../../../candor/src/start/open-sources';
import { sharedProcess } from '../../../candor/src/start/shared-process';

/** The one file of the build whose places have a source. */
export const chunkFile = '/srv/.next/server/chunks/a.js';
const source = { file: 'app/orders/page.tsx', line: 41, column: 11, function: 'OrderList', inApp: true };
export const findSource: FindSource = ({ file }) => (file === chunkFile ? source : undefined);

export function provideSources(map: Sources['mapError'] = async (error) => mapError(error, findSource)) {
  const sources: Partial<Sources> = { isOfBuild: ({ file }) => file === chunkFile, mapError: map };
  sharedProcess().sources = sources as Sources;
}

/** Installs a context that reports nothing, except as given. Returns the failed requests that it then gets. */
export function installTestContext({
  settings,
  ...given
}: Partial<Omit<NodeContext, 'settings'>> & { settings?: Partial<Settings> } = {}): [unknown, FailedRequest][] {
  const failed: [unknown, FailedRequest][] = [];
  installContext({
    runtime: 'node',
    settings: { ...readSettings({ SENTRY_ENVIRONMENT: 'staging' }), ...settings },
    log: createLog(() => {}),
    reporting: undefined,
    failures: {
      requestFailed: async (...call) => void failed.push(call),
      afterFailed: () => {},
      processFailed: () => Promise.resolve(),
      reportCaught: () => '',
      sdkCalled: () => Promise.resolve(),
    },
    rejections: { tryReject: () => false, statusOf: () => undefined, reasonOf: () => undefined },
    languages: { to: () => spokenByBuild, in: () => spokenByBuild, isOne: true },
    failedResponses: { note: (_, outcome) => outcome, noteInterrupt: () => {} },
    pageStates: createPageStates(createLog(() => {})),
    policy: undefined,
    manifest: patches,
    readiness: { isReady: true },
    ...given,
  });
  return failed;
}
