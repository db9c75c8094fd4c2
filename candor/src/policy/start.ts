import type { IncomingMessage } from 'node:http';
import { distFolder } from '../internals/server/dist-folder.js';
import { describeError } from '../scrubbing/log-format.js';
import { eachMinute } from '../shared/each-minute.js';
import type { Log } from '../shared/log-messages.js';
import { createPolicy } from './create-policy.js';
import { policyPatches } from './patches/patches.js';
import { observeResponses } from './patches/response-methods.js';
import { createPageRoutes } from './patches/routes-manifest.js';
import { readRecord } from './record.js';
import { createBrowserReports, type ReportOptions } from './reports/browser-reports.js';
import { isOfReports } from './reports/read-reports.js';
import { shown } from './reports/report-event.js';
import { policySettings, type BuiltPolicy } from './settings.js';

export function startPolicy(built: BuiltPolicy, log: Log) {
  const routeOf = createPageRoutes();
  const failed = eachMinute((count: number, error: unknown, { url = '' }: IncomingMessage) => {
    const [path = ''] = url.split('?', 1);
    log.error({ count, path: shown(path), error: describeError(error) }, 'policy failed');
  });
  const observer = { failed, onlyReports: () => log.error({}, 'policy only reports') };
  const policy = createPolicy(policySettings(built), readRecord(distFolder()), routeOf, observer);
  observeResponses(policy);
  let reports: ReturnType<typeof createBrowserReports> | undefined;
  return {
    patches: policyPatches,
    requestStarts: policy.requestStarts,
    permit: policy.permit,
    noteMade: policy.noteMade,
    acceptReports: (options: Omit<ReportOptions, 'log' | 'routeOf' | 'hashOfBlocked'>) => {
      reports = createBrowserReports({ ...options, log, routeOf, hashOfBlocked: policy.hashOfBlocked });
    },
    respondToReports: (request: Request) =>
      isOfReports(request.headers.get('Content-Type')) ? reports?.respond(request) : undefined,
    state: () => ({ mode: policy.mode(), reports: reports?.counts() ?? {} }),
  };
}
