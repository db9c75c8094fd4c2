import { expect, test } from 'vitest';
import { readBrowserReports, reportsType, type ReportsType } from '../../../candor/src/monitoring/read-browser-reports';
import { ignoredErrors } from '../../../candor/src/shared/ignored-errors';

// As Chromium 156 posts them, except the hosts.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const policy = "default-src 'self'; script-src 'self'; report-to default";
const violation = {
  age: 105,
  body: {
    blockedURL: 'https://user:pw@evil.example/a.js?token=abc#top',
    columnNumber: 53,
    disposition: 'enforce',
    documentURL: 'https://candor.test/page/1?secret=abc',
    effectiveDirective: 'script-src-elem',
    lineNumber: 1,
    originalPolicy: policy,
    referrer: 'https://elsewhere.test/?secret=1',
    sample: 'password="hunter2"',
    sourceFile: 'https://candor.test/page/1?secret=abc',
    statusCode: 200,
  },
  type: 'csp-violation',
  url: 'https://candor.test/page/1?secret=abc',
  user_agent: userAgent,
};
const crash = {
  ...violation,
  age: 6,
  body: { crash_report_api: {}, is_top_level: true, visibility_state: 'visible' },
  type: 'crash',
};
const ofFirefox = {
  'csp-report': {
    'blocked-uri': 'inline',
    'column-number': 9,
    disposition: 'enforce',
    'document-uri': 'https://candor.test/page/1?secret=abc',
    'effective-directive': 'script-src-elem',
    'line-number': 3,
    'original-policy': policy,
    referrer: '',
    'source-file': 'https://candor.test/page/1',
    'status-code': 200,
    'violated-directive': 'script-src-elem',
  },
};

const checked = {
  type: 'csp-violation',
  directive: 'script-src-elem',
  blocked: 'https://evil.example',
  disposition: 'enforce',
  source: 'https://candor.test/page/1',
  line: 1,
  column: 53,
  url: 'https://candor.test/page/1',
  ageMs: 105,
  userAgent,
};

function read(value: unknown, type: ReportsType = 'application/reports+json') {
  const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return readBrowserReports(body, { type, hosts: ['candor.test'] });
}

const readOne = (changes: object) => read([{ ...violation, ...changes }])[0];
const readBody = (changes: object) => readOne({ body: { ...violation.body, ...changes } });

test('a violation is read without queries, credentials, a sample of anything but an inline script, the policy and the referrer', () => {
  expect(read([violation])).toEqual([checked]);
});

test('a crash has its reason, where the browser knows it', () => {
  const common = { type: 'crash', url: 'https://candor.test/page/1', ageMs: 6, userAgent };
  expect(read([crash])).toEqual([{ ...common, reason: 'unknown' }]);
  for (const reason of ['oom', 'unresponsive']) {
    expect(read([{ ...crash, body: { ...crash.body, reason } }])).toEqual([{ ...common, reason }]);
  }
  for (const reason of ['x'.repeat(99), 7, null, ['oom'], 'toString']) {
    expect(read([{ ...crash, body: { reason } }])).toEqual([{ ...common, reason: 'unknown' }]);
  }
});

test('a report of a browser without the Reporting API is the same violation', () => {
  const own = { inlineScript: '', blocked: 'inline', line: 3, column: 9, ageMs: 0, userAgent: undefined };
  expect(read(ofFirefox, 'application/csp-report')).toEqual([{ ...checked, ...own }]);
});

test('only a blocked inline script has its beginning, of 40 characters', () => {
  const inline = { effectiveDirective: 'script-src-elem', blockedURL: 'inline', sample: 'x'.repeat(50) };
  expect(readBody(inline)).toMatchObject({ inlineScript: 'x'.repeat(40) });
  expect(readBody({ ...inline, sample: 7 })).toMatchObject({ inlineScript: '' });
  const ofAttribute = readBody({ ...inline, effectiveDirective: 'script-src-attr' });
  expect(ofAttribute).not.toMatchObject({ inlineScript: expect.anything() });
});

test('an older browser names the directive with its sources', () => {
  const { 'csp-report': body } = ofFirefox;
  const older = { ...body, 'effective-directive': undefined, 'violated-directive': "script-src 'self' https://a.test" };
  expect(read({ 'csp-report': older }, 'application/csp-report')).toMatchObject([{ directive: 'script-src' }]);
});

test('the type of the body is known with parameters and in any case', () => {
  expect(reportsType('application/reports+json')).toBe('application/reports+json');
  expect(reportsType('Application/CSP-Report; charset=utf-8')).toBe('application/csp-report');
  for (const other of [null, '', 'text/plain', 'application/json', 'application/reports+json2']) {
    expect(reportsType(other)).toBeUndefined();
  }
});

test.each([
  ['inline', 'inline'],
  ['wasm-eval', 'wasm-eval'],
  ['data:text/javascript,secret', 'data'],
  ['wss://evil.example/socket?x', 'wss://evil.example'],
  ['HTTPS://EVIL.example:443/x', 'https://evil.example'],
  ['javascript\n{"msg":"request failed"}', 'other'],
  [7, 'other'],
  [`https://evil.example/${'x'.repeat(5_000)}`, 'https'],
])('the blocked resource %j is %j', (blockedURL, blocked) => {
  expect(readBody({ blockedURL })).toMatchObject({ blocked });
});

test('a blocked eval is counted: it is a probe, or its error is an event', () => {
  expect(readBody({ blockedURL: 'eval' })).toBe('eval');
  expect(readBody({ blockedURL: 'eval', disposition: 'report' })).toMatchObject({ blocked: 'eval' });
});

test('an error that a page’s reporter ignored is counted for its reason, if the reason is known', () => {
  const ignored = (reason: unknown) => readOne({ type: 'candor-ignored', body: { reason } });
  for (const reason of ignoredErrors) expect(ignored(reason)).toBe(reason);
  for (const reason of ['', 'of another type', 7, undefined]) {
    expect(read([violation, { ...violation, type: 'candor-ignored', body: { reason } }])[1]).toBe('malformed');
  }
});

test('of what a page says that it lacks only the names of the manifest are read, once each', () => {
  const lacking = (missing: unknown) =>
    read([violation, { ...violation, type: 'candor-patches', body: { missing } }])[1];
  const all = ['page-fetch', 'nothing', 'page-fetch', 'request-start', 7, 'react-roots'];
  expect(lacking(all)).toEqual({ type: 'candor-patches', missing: ['react-roots', 'page-fetch'] });
  for (const none of [[], ['nothing'], ['response-methods'], 'page-fetch', { 0: 'page-fetch' }, null, undefined])
    expect(lacking(none)).toBe('malformed');
  expect(read([violation, { ...violation, type: 'candor-patches', url: 'https://other.test/', body: {} }])[1]).toBe(
    'of another site',
  );
});

test.each([
  // Chromium names it by its scheme alone, wherever its scripts run.
  { blockedURL: 'inline', sourceFile: 'chrome-extension' },
  { blockedURL: 'safari-web-extension://ABC/a.js' },
  { blockedURL: 'ms-browser-extension://x' },
  { blockedURL: 'eval', sourceFile: 'sandbox eval code' },
  { blockedURL: 'inline', sourceFile: 'user-script:3' },
  { blockedURL: 'inline', sourceFile: 'webkit-masked-url://hidden/' },
  { blockedURL: 'about:blank' },
])('a violation with %j is of an extension', (body) => {
  expect(readBody(body)).toBe('of an extension');
});

test('a file of the page that is named like one of an extension is the page’s', () => {
  const source = 'https://candor.test/chrome-extension://a.js';
  expect(readBody({ sourceFile: source })).toMatchObject({ source });
  const blocked = 'https://chrome-extension.example';
  expect(readBody({ blockedURL: `${blocked}/` })).toMatchObject({ blocked });
});

test.each([
  'https://elsewhere.test/page',
  'https://candor.test:8443/',
  'https://elsewhere.test@evil.test/',
  'javascript:alert(1)',
  '',
])('a report of the page %j is of another site', (url) => {
  expect(readOne({ url })).toBe('of another site');
});

test('reports of other types are distinguished', () => {
  const deprecation = { type: 'deprecation', url: violation.url, body: {} };
  expect(read([violation, deprecation])).toEqual([checked, 'of another type']);
});

test.each([
  ['a list in its place', []],
  ['no type', { ...violation, type: undefined }],
  ['no body', { ...violation, body: null }],
  ['no URL', { ...violation, url: 7 }],
  ['no directive', { ...violation, body: {} }],
  ['a directive with a line break', { ...violation, body: { effectiveDirective: 'script-src\n{"msg":"x"}' } }],
  ['null', null],
])('a report with %s is malformed, and the others of the body count', (_, report) => {
  expect(read([report, violation])).toEqual(['malformed', checked]);
  expect(() => read([report])).toThrow('There is no report in the body.');
});

test.each<[string, ReportsType, string]>([
  ['', 'application/reports+json', 'The body is not JSON.'],
  ['{}', 'application/reports+json', 'The body is not an array of reports.'],
  ['[]', 'application/reports+json', 'There is no report in the body.'],
  [`[${'[],'.repeat(100)}[]]`, 'application/reports+json', 'There are more than 100 reports.'],
  ['['.repeat(100_000), 'application/reports+json', 'The body is nested too deeply.'],
  ['{"csp-report":[]}', 'application/csp-report', 'The body has no csp-report.'],
  ['{"csp-report":{}}', 'application/csp-report', 'There is no report in the body.'],
  ['{"__proto__":{"csp-report":{}}}', 'application/csp-report', 'The body has no csp-report.'],
])('the body %.20j as %s is rejected', (body, type, sentence) => {
  expect(() => read(body, type)).toThrow(sentence);
});

test('keys of the prototype give no field, and change nothing', () => {
  const keys = '"__proto__":{"age":5},"constructor":{"prototype":1}';
  const hostile = JSON.stringify(violation).replace('{', `{${keys},`);
  expect(read(`[${hostile}]`)).toEqual([checked]);
  const malformed = `{"type":"csp-violation","__proto__":{"url":"${violation.url}"},"body":{}}`;
  expect(read(`[${malformed},${hostile}]`)).toEqual(['malformed', checked]);
  expect(({} as { age?: number }).age).toBeUndefined();
});

test('invalid places, ages and browsers are left out', () => {
  for (const value of ['1', -1, 1.5, 1e300, NaN, null, {}]) {
    expect(readBody({ lineNumber: value, columnNumber: value })).toMatchObject({ line: undefined, column: undefined });
  }
  for (const age of [-5, '7', null]) expect(readOne({ age })).toMatchObject({ ageMs: 0 });
  expect(readOne({ age: 2.5 })).toMatchObject({ ageMs: 2.5 });
  expect(readOne({ age: 1e300 })).toMatchObject({ ageMs: 3_600_000 });
  for (const user_agent of ['', 'x'.repeat(513), 'a\nb', 'a\u001b[0m', 'é', 7, {}]) {
    expect(readOne({ user_agent })).toMatchObject({ userAgent: undefined });
  }
});
