import { createAdmission, type Admitted } from './admission.js';
import { readBrowserReports, reportsType, type ReadReport } from './read-browser-reports.js';
import { ownHosts } from './own-hosts.js';
import type { RateLimit } from './rate-limit.js';
import { errorResponse, jsonResponse } from './responses.js';

/** Chromium keeps at most 100 reports; each has about a kilobyte, most of it the policy. */
const lists: Admitted = { one: 'list of reports', many: 'reports', maxBytes: 256 * 1024 };

/** Handles the reports of one body, and the reasons why others of it were ignored. `userAgent`: that of the request. */
export type TakeReports = (reports: ReadReport[], userAgent: string | undefined) => Promise<void>;

/** Creates the endpoint for reports of browsers: https://www.w3.org/TR/reporting-1/#endpoint */
export function createReportEndpoint(options: {
  take: TakeReports;
  rateLimit: RateLimit;
  trustedProxyHops: number;
}): (request: Request) => Promise<Response> {
  const admit = createAdmission(options);

  return async (request) => {
    const { headers } = request;
    const type = reportsType(headers.get('Content-Type'));
    if (type === undefined) return errorResponse(415, 'Unsupported report type.');
    return admit(request, lists, async (bytes) => {
      const reports = readBrowserReports(bytes, { type, hosts: ownHosts(headers) });
      await options.take(reports, headers.get('User-Agent') ?? undefined);
      return jsonResponse(200, { reports: reports.length });
    });
  };
}
