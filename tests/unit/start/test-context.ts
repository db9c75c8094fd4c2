import { patches } from '../../../candor/src/internals/patches';
import { createPageStates } from '../../../candor/src/monitoring/page-states';
import type { FailedRequest } from '../../../candor/src/failures/failure-reporter';
import { createLog } from '../../../candor/src/start/log';
import { installContext, type NodeContext } from '../../../candor/src/start/server-context';
import { spokenByBuild } from '../../../candor/src/shared/spoken';
import { readSettings, type Settings } from '../../../candor/src/start/settings';

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
