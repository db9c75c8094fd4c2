import { expect, test } from 'vitest';
import { isOfReports, readReports } from '../../../../candor/src/policy/reports/read-reports';

// As Chromium 156 posts them, except the hosts and a part of the name.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
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
    sample: '',
    sourceFile: 'https://candor.test/page/1?secret=abc',
    statusCode: 200,
  },
  type: 'csp-violation',
  url: 'https://candor.test/page/1?secret=abc',
  user_agent: userAgent,
};
const ofFirefox = {
  'blocked-uri': 'inline',
  'column-number': 9,
  disposition: 'enforce',
  'document-uri': 'https://candor.test/page/1?secret=abc',
  'effective-directive': 'script-src-elem',
  'line-number': 3,
  'original-policy': `${policy} 'nonce-a'`,
  referrer: '',
  'script-sample': 'a()',
  'source-file': 'https://candor.test/page/1',
  'status-code': 200,
  'violated-directive': 'script-src-elem',
};

const common = { url: 'https://candor.test/page/1', ageMs: 105, userAgent };
const checked = {
  ...common,
  type: 'csp-violation',
  directive: 'script-src-elem',
  blocked: 'https://evil.example',
  disposition: 'enforce',
  source: 'https://candor.test/page/1',
  line: 1,
  column: 53,
  sample: '',
  isOfRendered: false,
};

const read = (value: unknown) =>
  readReports(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), ['candor.test']);
const readOne = (changes: object) => read([violation, { ...violation, ...changes }])[1];
const readBody = (changes: object) => readOne({ body: { ...violation.body, ...changes } });

test('a violation is read without queries, credentials, the policy and the referrer', () => {
  expect(read([violation])).toEqual([checked]);
});

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
  const crash = readOne({ type: 'crash', body: { is_top_level: true, reason } });
  expect(crash).toEqual({ ...common, type: 'crash', reason: known });
});

test.each([
  ['application/reports+json', true],
  ['Application/CSP-Report; charset=utf-8', true],
  ...[null, '', 'text/plain', 'application/json', 'application/reports+json2'].map((type) => [type, false] as const),
] as const)('a body of the type %j has reports: %s', (type, is) => expect(isOfReports(type)).toBe(is));

test.each([
  ['inline', 'inline'],
  ['wasm-eval', 'wasm-eval'],
  ['data:text/javascript,secret', 'data'],
  ['wss://evil.example/socket?x', 'wss://evil.example'],
  ['HTTPS://EVIL.example:443/x', 'https://evil.example'],
  ['https://chrome-extension.example/', 'https://chrome-extension.example'],
  ['javascript\n{"msg":"request failed"}', 'other'],
  [7, 'other'],
  [`https://evil.example/${'x'.repeat(5_000)}`, 'https'],
])('the blocked resource %j is %j', (blockedURL, blocked) =>
  expect(readBody({ blockedURL })).toMatchObject({ blocked }),
);

const ofPlace = (value: unknown): [object, object] => [
  { lineNumber: value, columnNumber: value },
  { line: undefined, column: undefined },
];
const likeExtension = 'https://candor.test/chrome-extension://a.js';

test.each<[object, object]>([
  [{ sample: 'x'.repeat(50) }, { sample: 'x'.repeat(40) }],
  [{ sample: 7 }, { sample: '' }],
  [{ originalPolicy: `${policy}; script-src 'nonce-a'` }, { isOfRendered: true }],
  [{ originalPolicy: `${'x'.repeat(20_000)}'nonce-a'` }, { isOfRendered: false }],
  [{ originalPolicy: 7 }, { isOfRendered: false }],
  [{ disposition: 'other' }, { disposition: 'enforce' }],
  [
    { blockedURL: 'eval', disposition: 'report' },
    { blocked: 'eval', disposition: 'report' },
  ],
  [{ sourceFile: likeExtension }, { source: likeExtension }],
  [{ sourceFile: 'about' }, { source: undefined }],
  ...['1', -1, 1.5, 1e300, NaN, null, {}].map(ofPlace),
])('a violation with %j is read as %j', (body, fields) => expect(readBody(body)).toMatchObject(fields));

const ofUserAgent = (user_agent: unknown): [object, object] => [{ user_agent }, { userAgent: undefined }];

test.each<[object, object]>([
  ...[-5, '7', null].map((age): [object, object] => [{ age }, { ageMs: 0 }]),
  [{ age: 2.5 }, { ageMs: 2.5 }],
  [{ age: 1e300 }, { ageMs: 3_600_000 }],
  ...['', 'x'.repeat(513), 'a\nb', 'a\u001b[0m', 'é', 7, {}].map(ofUserAgent),
])('a report with %j is read as %j', (report, fields) => expect(readOne(report)).toMatchObject(fields));

test.each<[body: object, as: string]>([
  // A library probes for it, or its error is an event.
  [{ blockedURL: 'eval' }, 'eval'],
  // Chromium names it by its scheme alone, wherever its scripts run.
  [{ blockedURL: 'inline', sourceFile: 'chrome-extension' }, 'of an extension'],
  [{ blockedURL: 'safari-web-extension://ABC/a.js' }, 'of an extension'],
  [{ blockedURL: 'ms-browser-extension://x' }, 'of an extension'],
  [{ blockedURL: 'eval', sourceFile: 'sandbox eval code' }, 'of an extension'],
  [{ blockedURL: 'inline', sourceFile: 'user-script:3' }, 'of an extension'],
  [{ blockedURL: 'inline', sourceFile: 'webkit-masked-url://hidden/' }, 'of an extension'],
  [{ blockedURL: 'about:blank' }, 'of an extension'],
  [{ effectiveDirective: undefined }, 'malformed'],
  [{ effectiveDirective: 'script-src\n{"msg":"x"}' }, 'malformed'],
])('a violation with %j is ignored: %s', (body, as) => expect(readBody(body)).toBe(as));

test.each<[report: unknown, as: string]>([
  [[], 'malformed'],
  [null, 'malformed'],
  [{ ...violation, type: undefined }, 'malformed'],
  [{ ...violation, body: null }, 'malformed'],
  [{ ...violation, url: 7 }, 'malformed'],
  [{ type: 'deprecation', url: violation.url, body: {} }, 'of another type'],
  ...['https://elsewhere.test/', 'https://candor.test:8443/', 'https://candor.test@evil.test/', 'javascript:x', ''].map(
    (url): [unknown, string] => [{ ...violation, url }, 'of another site'],
  ),
])('the report %j is ignored, and the others of the body count: %s', (report, as) => {
  expect(read([report, violation])).toEqual([as, checked]);
  if (as === 'malformed') expect(() => read([report])).toThrow('There is no report in the body.');
});

test.each([
  ['', 'The body is not JSON.'],
  ['7', 'The body is not an array of reports.'],
  ['{}', 'The body has no csp-report.'],
  ['{"csp-report":[]}', 'The body has no csp-report.'],
  ['{"__proto__":{"csp-report":{}}}', 'The body has no csp-report.'],
  ['{"csp-report":{}}', 'There is no report in the body.'],
  ['[]', 'There is no report in the body.'],
  [`[${'[],'.repeat(100)}[]]`, 'There are more than 100 reports.'],
  ['['.repeat(100_000), 'The body is nested too deeply.'],
])('the body %.20j is refused', (body, sentence) => expect(() => read(body)).toThrow(sentence));

test('keys of the prototype give no field, and change nothing', () => {
  const keys = '"__proto__":{"age":5},"constructor":{"prototype":1}';
  const hostile = JSON.stringify(violation).replace('{', `{${keys},`);
  const malformed = `{"type":"csp-violation","__proto__":{"url":"${violation.url}"},"body":{}}`;
  expect(read(`[${malformed},${hostile}]`)).toEqual(['malformed', checked]);
  expect(({} as { age?: number }).age).toBeUndefined();
});
