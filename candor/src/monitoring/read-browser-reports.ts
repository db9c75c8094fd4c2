import { ignoredErrors, type IgnoredError } from '../shared/ignored-errors.js';
import { patches, type BrowserPatchName } from '../internals/patches.js';
import { isRecord } from '../shared/is-record.js';
import { BodyError, parseJson, type JsonObject } from '../envelope/envelope-items.js';
import { blockedOrigin, isOfExtension, plainAddress } from './report-address.js';

/** A failure that a browser reports when no script of the page can. Every field was checked; texts are not scrubbed. */
export type BrowserReport = (Violation | Crash) & {
  /** Origin and path of the page. */
  url: string;
  /** How long before its arrival it happened, as the browser says: from 0 to an hour. */
  ageMs: number;
  /** Visible ASCII characters. */
  userAgent: string | undefined;
};

type Violation = {
  type: 'csp-violation';
  directive: string;
  blocked: string;
  disposition: 'enforce' | 'report';
  /** Where the page did it: origin and path of the file. */
  source: string | undefined;
  line: number | undefined;
  column: number | undefined;
  /** Of a blocked inline script the first 40 characters, or an empty text where the browser does not send them. */
  inlineScript?: string | undefined;
};

type Crash = { type: 'crash'; reason: (typeof crashReasons)[number] | 'unknown' };

/** Patches that a page of this site lacks, as it says itself: counted, and not an event. */
type MissingPatches = { type: 'candor-patches'; missing: BrowserPatchName[] };

/** Why a report is counted, and not passed on. */
export type Ignored = 'of an extension' | 'of another site' | 'of another type' | 'malformed' | 'eval' | IgnoredError;

export type ReadReport = BrowserReport | MissingPatches | Ignored;

/** The types of a body with reports. */
export type ReportsType = 'application/reports+json' | 'application/csp-report';

/** https://wicg.github.io/crash-reporting/#crash-report */
const crashReasons = ['oom', 'unresponsive'] as const;
/** Chromium keeps no more until it posts them. */
const maxReports = 100;
const maxAgeMs = 3_600_000;

/** The type of a body with reports; `undefined`: it has another one. */
export function reportsType(contentType: string | null): ReportsType | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/reports+json' || type === 'application/csp-report' ? type : undefined;
}

/**
 * Reads the posts of browsers to `Reporting-Endpoints`, or to the `report-uri` of a policy.
 * @param hosts those of this site, in lower case
 * @throws BodyError if none of it is a report
 * @see https://www.w3.org/TR/reporting-1/#serialize-reports
 * @see https://www.w3.org/TR/CSP3/#deprecated-serialize-violation
 */
export function readBrowserReports(
  bytes: Uint8Array,
  { type, hosts }: { type: ReportsType; hosts: readonly string[] },
): ReadReport[] {
  const body = parseJson(bytes, 'The body');
  const listed = type === 'application/csp-report' ? [fromCspReport(body)] : body;
  if (!Array.isArray(listed)) throw new BodyError('The body is not an array of reports.');
  if (listed.length > maxReports) throw new BodyError(`There are more than ${maxReports} reports.`);
  const read = listed.map((report: unknown) => readReport(report, hosts));
  if (read.every((one) => one === 'malformed')) throw new BodyError('There is no report in the body.');
  return read;
}

/** The one violation that browsers without the Reporting API post, in the form of that API. */
function fromCspReport(value: unknown): unknown {
  const body = isRecord(value) ? value['csp-report'] : undefined;
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
    },
  };
}

function readReport(report: unknown, hosts: readonly string[]): ReadReport {
  if (!isRecord(report) || typeof report.type !== 'string' || !isRecord(report.body)) return 'malformed';
  const { type, body } = report;
  if (!/^(csp-violation|crash|candor-(ignored|patches))$/.test(type)) return 'of another type';
  const url = plainAddress(report.url);
  if (url === undefined) return typeof report.url === 'string' ? 'of another site' : 'malformed';
  if (!hosts.includes(new URL(url).host)) return 'of another site';
  if (type === 'candor-ignored') return ignoredErrors.find((known) => known === body.reason) ?? 'malformed';
  if (type === 'candor-patches') return readMissing(body);
  const about = type === 'crash' ? readCrash(body) : readViolation(body);
  if (typeof about === 'string') return about;
  return { ...about, url, ageMs: readAge(report.age), userAgent: visibleText(report.user_agent) };
}

/** The names of the manifest only: a page of another build may have others. */
function readMissing(body: JsonObject): MissingPatches | Ignored {
  const listed: unknown[] = Array.isArray(body.missing) ? body.missing : [];
  const missing = patches.flatMap(({ name, runtime }) => (runtime === 'browser' && listed.includes(name) ? name : []));
  return missing.length > 0 ? { type: 'candor-patches', missing } : 'malformed';
}

function readCrash({ reason }: JsonObject): Crash {
  return { type: 'crash', reason: crashReasons.find((known) => known === reason) ?? 'unknown' };
}

function readViolation(body: JsonObject): Violation | Ignored {
  const { effectiveDirective, blockedURL, sourceFile, disposition } = body;
  // Older browsers name the directive with its sources.
  const directive = typeof effectiveDirective === 'string' && /^[a-z-]{1,40}(?= |$)/.exec(effectiveDirective)?.[0];
  if (!directive) return 'malformed';
  if (isOfExtension(blockedURL, sourceFile)) return 'of an extension';
  // A library probes for `eval` and catches the error. One that is not caught is an event of the page's own reporter, with its stack.
  if (blockedURL === 'eval' && disposition !== 'report') return 'eval';
  return {
    type: 'csp-violation',
    directive,
    blocked: blockedOrigin(blockedURL),
    disposition: disposition === 'report' ? 'report' : 'enforce',
    source: plainAddress(sourceFile),
    line: place(body.lineNumber),
    column: place(body.columnNumber),
    inlineScript: blockedURL === 'inline' && /^script-src(-elem)?$/.test(directive) ? sampleOf(body.sample) : undefined,
  };
}

// https://www.w3.org/TR/CSP3/#violation-sample
function sampleOf(sample: unknown): string {
  return typeof sample === 'string' ? sample.slice(0, 40) : '';
}

function place(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9 ? value : undefined;
}

function readAge(age: unknown): number {
  return typeof age === 'number' && age > 0 ? Math.min(age, maxAgeMs) : 0;
}

function visibleText(text: unknown): string | undefined {
  return typeof text === 'string' && /^[ -~]{1,512}$/.test(text) ? text : undefined;
}
