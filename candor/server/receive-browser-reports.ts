import type { RateLimit } from '../delivery/rate-limit';
import { createReportEndpoint } from '../delivery/report-endpoint';
import type { Log } from '../log-messages';
import { release } from '../release';
import { createBrowserReports } from './browser-reports';
import { createPageRoutes } from './page-routes';
import type { createPolicyObserver } from './policy-observer';
import type { Reporting } from './server-context';
import type { Settings } from './settings';

/** Sets up the endpoint for browser reports, which also has a line of the log for them where reporting is off. */
export function receiveBrowserReports(options: {
  settings: Settings;
  log: Log;
  reporting: Reporting;
  /** That of the tunnel. */
  rateLimit: RateLimit;
  policyObserver: Pick<ReturnType<typeof createPolicyObserver>, 'scriptBlocked'>;
}) {
  const { settings, log, reporting, rateLimit, policyObserver } = options;
  const { environment, trustedProxyHops } = settings;
  const { take, counters } = createBrowserReports({
    log,
    environment,
    release,
    routeOf: createPageRoutes(),
    scriptBlocked: policyObserver.scriptBlocked,
    reporting: reporting.state === 'on' ? reporting : undefined,
  });
  return { endpoint: createReportEndpoint({ take, rateLimit, trustedProxyHops }), counters };
}
