import { isRecord } from '../../shared/is-record.js';
import { BodyError, parseJson, type JsonObject } from '../../envelope/envelope-items.js';
import { blockedOrigin, isOfExtension, plainAddress } from './report-address.js';

/** Every field was checked; texts are not scrubbed. `url`: origin and path of the page. `ageMs`: how long ago it happened, an hour at most. */
export type BrowserReport = (Violation | Crash) & { url: string; ageMs: number; userAgent: string | undefined };

export type Violation = {
  type: 'csp-violation';
  directive: string;
  blocked: string;
  disposition: 'enforce' | 'report';
  /** Where the page did it: origin and path of the file. */
  source: string | undefined;
  line: number | undefined;
  column: number | undefined;
  /** The first 40 characters of an inline script, if the browser sends them. */
  sample: string;
  /** Whether the policy has a nonce: the page was rendered for a request. */
  isOfRendered: boolean;
};

type Crash = { type: 'crash'; reason: (typeof crashReasons)[number] | 'unknown' };

/** Why a report is counted, and not passed on. */
type Ignored = 'of an extension' | 'of another site' | 'of another type' | 'malformed' | 'eval';

/** https://wicg.github.io/crash-reporting/#crash-report */
const crashReasons = ['oom', 'unresponsive'] as const;
const maxReports = 100; // Chromium keeps no more until it posts them.
const maxAgeMs = 3_600_000;
const maxPolicyLength = 16_384;

export function isOfReports(contentType: string | null): boolean {
  return /^application\/(reports\+json|csp-report) *(;|$)/i.test(contentType ?? '');
}

/**
 * Reads the posts of browsers to `Reporting-Endpoints`, https://www.w3.org/TR/reporting-1/#serialize-reports, or to the `report-uri` of
 * a policy, https://www.w3.org/TR/CSP3/#deprecated-serialize-violation.
 * @throws BodyError if none of it is a report
 */
export function readReports(bytes: Uint8Array, hosts: readonly string[]): (BrowserReport | Ignored)[] {
  const body = parseJson(bytes, 'The body');
  const listed: unknown = isRecord(body) ? [fromCspReport(body)] : body;
  if (!Array.isArray(listed)) throw new BodyError('The body is not an array of reports.');
  if (listed.length > maxReports) throw new BodyError(`There are more than ${maxReports} reports.`);
  const read = listed.map((report: unknown) => readReport(report, hosts));
  if (read.every((one) => one === 'malformed')) throw new BodyError('There is no report in the body.');
  return read;
}

/** Browsers without the Reporting API post one violation. */
function fromCspReport({ 'csp-report': body }: JsonObject): unknown {
  if (!isRecord(body)) throw new BodyError('The body has no csp-report.');
  return {
    type: 'csp-violation',
    url: body['document-uri'],
    body: {
      effectiveDirective: body['effective-directive'] ?? body['violated-directive'],
      blockedURL: body['blocked-uri'],
      disposition: body.disposition,
      sourceFile: body['source-file'],
      lineNumber: body['line-number'],
      columnNumber: body['column-number'],
      sample: body['script-sample'],
      originalPolicy: body['original-policy'],
    },
  };
}

function readReport(report: unknown, hosts: readonly string[]): BrowserReport | Ignored {
  if (!isRecord(report) || typeof report.type !== 'string' || !isRecord(report.body)) return 'malformed';
  const { type, body } = report;
  if (type !== 'csp-violation' && type !== 'crash') return 'of another type';
  const url = plainAddress(report.url);
  if (url === undefined) return typeof report.url === 'string' ? 'of another site' : 'malformed';
  if (!hosts.includes(new URL(url).host)) return 'of another site';
  const about = type === 'crash' ? readCrash(body) : readViolation(body);
  if (typeof about === 'string') return about;
  const age = typeof report.age === 'number' && report.age > 0 ? report.age : 0;
  return { ...about, url, ageMs: Math.min(age, maxAgeMs), userAgent: visibleText(report.user_agent) };
}

function readCrash({ reason }: JsonObject): Crash {
  return { type: 'crash', reason: crashReasons.find((known) => known === reason) ?? 'unknown' };
}

function readViolation(body: JsonObject): Violation | Ignored {
  const { effectiveDirective, blockedURL, sourceFile, originalPolicy, sample } = body;
  // Older browsers name the directive with its sources.
  const directive = typeof effectiveDirective === 'string' && /^[a-z-]{1,40}(?= |$)/.exec(effectiveDirective)?.[0];
  if (!directive) return 'malformed';
  if (isOfExtension(blockedURL, sourceFile)) return 'of an extension';
  const disposition = body.disposition === 'report' ? 'report' : 'enforce';
  // A library probes for `eval` and catches the error. One that is not caught is an event of the page's own reporter, with its stack.
  if (blockedURL === 'eval' && disposition === 'enforce') return 'eval';
  const policy = typeof originalPolicy === 'string' ? originalPolicy.slice(0, maxPolicyLength) : '';
  return {
    type: 'csp-violation',
    directive,
    blocked: blockedOrigin(blockedURL),
    disposition,
    source: plainAddress(sourceFile),
    line: position(body.lineNumber),
    column: position(body.columnNumber),
    sample: typeof sample === 'string' ? sample.slice(0, 40) : '', // https://www.w3.org/TR/CSP3/#violation-sample
    isOfRendered: policy.includes("'nonce-"),
  };
}

function position(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9 ? value : undefined;
}

function visibleText(text: unknown): string | undefined {
  return typeof text === 'string' && /^[ -~]{1,512}$/.test(text) ? text : undefined;
}
