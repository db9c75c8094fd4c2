import { expect, test } from 'vitest';
import { isOfReports, readReports, type Violation } from '../../../../candor/src/policy/reports/read-reports';
import { remediesOf } from '../../../../candor/src/policy/reports/remedies';

// As Chromium 156 and Firefox post them, except the hosts and a part of the name.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
const policy = "default-src 'self'; script-src 'self'; report-to default";
const url = 'https://candor.test/page/1?secret=abc';
const body = {
  ...{ blockedURL: 'https://user:pw@evil.example/a.js?token=abc#top', effectiveDirective: 'script-src-elem' },
  ...{ lineNumber: 1, columnNumber: 53, disposition: 'enforce', originalPolicy: policy, sample: '', statusCode: 200 },
  ...{ documentURL: url, referrer: 'https://elsewhere.test/?secret=1', sourceFile: url },
};
const violation = { age: 105, body, type: 'csp-violation', url, user_agent: userAgent };
const ofFirefox = {
  ...{ 'blocked-uri': 'inline', 'effective-directive': 'script-src-elem', 'violated-directive': 'script-src-elem' },
  ...{ 'line-number': 3, 'column-number': 9, disposition: 'enforce', 'original-policy': `${policy} 'nonce-a'` },
  ...{ 'document-uri': url, referrer: '', 'script-sample': 'a()', 'status-code': 200 },
  'source-file': 'https://candor.test/page/1',
};

const checked = {
  ...{ type: 'csp-violation', url: 'https://candor.test/page/1', ageMs: 105, userAgent, isOfRendered: false },
  ...{ directive: 'script-src-elem', blocked: 'https://evil.example', disposition: 'enforce', sample: '' },
  ...{ source: 'https://candor.test/page/1', line: 1, column: 53 },
};

const read = (value: unknown) =>
  readReports(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), ['candor.test']);
const readOne = (changes: object) => read([violation, { ...violation, ...changes }])[1];
const ofBody = (changes: object) => ({ body: { ...body, ...changes } });

test('a violation is read without queries, credentials, the policy and the referrer', () =>
  expect(read([violation])).toEqual([checked]));

test('a report of a browser without the Reporting API is the same violation', () => {
  const own = { blocked: 'inline', line: 3, column: 9, sample: 'a()', isOfRendered: true, ageMs: 0 };
  expect(read({ 'csp-report': ofFirefox })).toEqual([{ ...checked, ...own, userAgent: undefined }]);
  const older = { ...ofFirefox, 'effective-directive': undefined, 'violated-directive': "script-src 'self' a.test" };
  expect(read({ 'csp-report': older })).toMatchObject([{ directive: 'script-src' }]);
});

test.each([
  ['oom', 'oom'],
  ['unresponsive', 'unresponsive'],
  ...[undefined, 'x'.repeat(99), 7, null, ['oom'], 'toString'].map((reason) => [reason, 'unknown']),
])('a crash with the reason %j has the reason %s', (reason, known) => {
  const { url, ageMs } = checked;
  const crash = readOne({ type: 'crash', body: { is_top_level: true, reason } });
  expect(crash).toEqual({ url, ageMs, userAgent, type: 'crash', reason: known });
});

test.each([
  ['application/reports+json', true],
  ['Application/CSP-Report; charset=utf-8', true],
  ...[null, '', 'text/plain', 'application/json', 'application/reports+json2'].map((type) => [type, false] as const),
] as const)('a body of the type %j has reports: %s', (type, is) => expect(isOfReports(type)).toBe(is));

type Row = [report: object, fields: object];
const likeExtension = 'https://candor.test/chrome-extension://a.js';
const ofPlace = (value: unknown) => [ofBody({ lineNumber: value }), { line: undefined }] satisfies Row;
const ofUserAgent = (user_agent: unknown) => [{ user_agent }, { userAgent: undefined }] satisfies Row;
const ofBlocked = (blockedURL: unknown, blocked: string) => [ofBody({ blockedURL }), { blocked }] satisfies Row;

test.each<Row>([
  ofBlocked('data:text/javascript,secret', 'data'),
  ofBlocked('wss://evil.example/socket?x', 'wss://evil.example'),
  ofBlocked('HTTPS://EVIL.example:443/x', 'https://evil.example'),
  ofBlocked('https://chrome-extension.example/', 'https://chrome-extension.example'),
  ofBlocked('javascript\n{"msg":"request failed"}', 'other'),
  ofBlocked(`https://evil.example/${'x'.repeat(5_000)}`, 'https'),
  [ofBody({ sample: 'x'.repeat(50) }), { sample: 'x'.repeat(40) }],
  [ofBody({ originalPolicy: `${'x'.repeat(20_000)}'nonce-a'` }), { isOfRendered: false }],
  [ofBody({ originalPolicy: 7 }), { isOfRendered: false }],
  [ofBody({ disposition: 'other' }), { disposition: 'enforce' }],
  [ofBody({ sourceFile: likeExtension }), { source: likeExtension }],
  [ofBody({ sourceFile: 'about' }), { source: undefined }],
  [ofBody({ columnNumber: '1' }), { column: undefined }],
  ...['1', -1, 1.5, 1e300, NaN, null, {}].map(ofPlace),
  ...[-5, '7', null].map((age): Row => [{ age }, { ageMs: 0 }]),
  [{ age: 1e300 }, { ageMs: 3_600_000 }],
  ...['', 'x'.repeat(513), 'a\nb', 'a\u001b[0m', 'é', 7, {}].map(ofUserAgent),
])('a report with %j is read as %j', (report, fields) => expect(readOne(report)).toMatchObject(fields));

// Chromium names an extension by its scheme alone, wherever its scripts run.
const ofExtensions = [
  { sourceFile: 'chrome-extension' },
  { blockedURL: 'safari-web-extension://ABC/a.js' },
  { blockedURL: 'ms-browser-extension://x' },
  { blockedURL: 'eval', sourceFile: 'sandbox eval code' },
  { sourceFile: 'user-script:3' },
  { sourceFile: 'webkit-masked-url://hidden/' },
  { blockedURL: 'about:blank' },
];
const ofOthers = ['https://elsewhere.test/', 'https://candor.test:8443/', 'https://candor.test@evil.test/', 'data:x'];

test.each<[report: unknown, as: string]>([
  [[], 'malformed'],
  [null, 'malformed'],
  [{ ...violation, body: null }, 'malformed'],
  [{ ...violation, url: 7 }, 'malformed'],
  [{ ...violation, ...ofBody({ effectiveDirective: undefined }) }, 'malformed'],
  [{ ...violation, ...ofBody({ effectiveDirective: 'script-src\n{"msg":"x"}' }) }, 'malformed'],
  [{ type: 'deprecation', url, body: {} }, 'of another type'],
  [{ ...violation, ...ofBody({ blockedURL: 'eval' }) }, 'eval'], // A library probes for it, or its error is an event.
  ...ofExtensions.map((own): [unknown, string] => [{ ...violation, ...ofBody(own) }, 'of an extension']),
  ...[...ofOthers, ''].map((url): [unknown, string] => [{ ...violation, url }, 'of another site']),
])('the report %j is ignored, and the others of the body count: %s', (report, as) => {
  expect(read([report, violation])).toEqual([as, checked]);
  if (as === 'malformed') expect(() => read([report])).toThrow('There is no report in the body.');
});

test.each([
  ['', 'The body is not JSON.'],
  ['7', 'The body is not an array of reports.'],
  ['{"__proto__":{"csp-report":{}}}', 'The body has no csp-report.'],
  ['[]', 'There is no report in the body.'],
  [`[${'[],'.repeat(100)}[]]`, 'There are more than 100 reports.'],
  ['['.repeat(100_000), 'The body is nested too deeply.'],
])('the body %.20j is refused', (body, sentence) => expect(() => read(body)).toThrow(sentence));

test('keys of the prototype give no field, and change nothing', () => {
  const keys = '"__proto__":{"age":5},"constructor":{"prototype":1}';
  const hostile = JSON.stringify(violation).replace('{', `{${keys},`);
  const malformed = `{"type":"csp-violation","__proto__":{"url":"${url}"},"body":{}}`;
  expect(read(`[${malformed},${hostile}]`)).toEqual(['malformed', checked]);
  expect(({} as { age?: number }).age).toBeUndefined();
});

const ofEval = { effectiveDirective: 'script-src', blockedURL: 'eval', disposition: 'report' };
const inline = { blockedURL: 'inline' };

test.each<[object, hash: string | undefined, remedy: RegExp]>([
  [ofEval, undefined, /"'unsafe-eval'" to script-src in sources of the setting/],
  [{ ...ofEval, blockedURL: 'wasm-eval' }, undefined, /"'wasm-unsafe-eval'" to script-src/],
  [{ ...inline, effectiveDirective: 'script-src-attr' }, "'sha256-a'", /^Replace the attribute, such as onclick, by/],
  [{ effectiveDirective: 'img-src' }, undefined, /add "https:\/\/evil\.example" to img-src/],
  [{ blockedURL: 'blob:x', effectiveDirective: 'media-src' }, undefined, /add "blob:" to media-src/],
  [inline, "'sha256-a'", /^Put the script into a file, or add "'sha256-a'" to script-src/],
  [{ ...inline, originalPolicy: "'nonce-a'" }, undefined, /^Give the script the nonce, .* If it is not yours, some/],
  [inline, undefined, /^The script is in no document that this server has sent: something in front of your server/],
])('of a violation with %j, whose hash is %s, it says what to do', (changes, hash, remedy) =>
  expect(remediesOf(readOne(ofBody(changes)) as Violation, hash)).toMatch(remedy),
);
