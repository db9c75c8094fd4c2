import { describe, expect, test } from 'vitest';
import { aRequest, eventId, setUpFailures } from '../server/set-up-failure-reporter';
import { read } from './files';

const [, section = ''] = /<!-- mapping -->([^]*)<!-- \/mapping -->/.exec(read('docs/adopting-answers.md')) ?? [];

/** The rows of each table, with its head first. */
const tables = Array.from(section.matchAll(/(?:^\|.*\n)+/gm), ([table]) => {
  const lines = table.match(/^\|.*(?=\|)/gm) ?? [];
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .slice(1)
      .trim()
      .split(/ *\| */),
  );
  return { head, rows };
});

type Line = Record<string, unknown>;
const traceId = 'a'.repeat(32);

/** A line as the log really has it, of a request that had both ids. */
async function lineOfFailure(): Promise<Line> {
  const { lines, failures } = setUpFailures();
  const headers = { 'x-request-id': 'request-7', traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
  const thrown = Object.assign(new TypeError('broken'), { digest: eventId, stack: 'TypeError: broken' });
  await failures.requestFailed(thrown, aRequest({ headers }));
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

/** Each value of a line, by the path to it. */
function valuesOf(line: Line, path = ''): [path: string, value: unknown][] {
  return Object.entries(line).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? valuesOf(value as Line, `${path}${name}.`) : [[path + name, value]],
  );
}

/** Carries out one column of the table. */
function mapLine(line: Line, column: string): Line {
  const mapped: Line = {};
  const { head, rows } = tables.find((table) => table.head.includes(column))!;
  for (const [from, value] of valuesOf(line)) {
    const cell = rows.find(([field]) => field === `\`${from}\``)?.[head.indexOf(column)];
    const [, to = '', values = ''] = /^`([^`]+)`(.*)$/.exec(cell ?? '') ?? [];
    const [, written] = new RegExp(`\`${String(value)}\`=\`([^\`]+)\``).exec(values) ?? [];
    const [, before] = /behind (\S+)$/.exec(values) ?? [];
    put(mapped, to, written ?? (before ? `${before}${String(value)}` : value));
  }
  return mapped;
}

function put(holder: Line, path: string, value: unknown): void {
  const [, parent, rest] =
    /^(Attributes|Resource|logging\.googleapis\.com\/\w+)\.(.+)$/.exec(path) ??
    (path.startsWith('logging.') ? [] : (/^([^.]+)\.(.+)$/.exec(path) ?? []));
  if (parent === undefined || rest === undefined) return void (holder[path] = value);
  const inner = (holder[parent] ??= {}) as Line;
  if (/^(Attributes|Resource)$/.test(parent)) inner[rest] = value;
  else put(inner, rest, value);
}

test('each table has the fields of a failed request’s line, and no others', async () => {
  const logged = valuesOf(await lineOfFailure()).map(([path]) => `\`${path}\``);
  expect(tables).toHaveLength(2);
  for (const { rows } of tables) expect(rows.map(([field]) => field).sort()).toEqual(logged.sort());
});

describe('the line of a failed request, carried over', () => {
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const expected: Record<string, Line> = {
    OpenTelemetry: {
      Timestamp: time,
      SeverityText: 'error',
      Body: 'request failed',
      TraceId: traceId,
      Resource: { 'service.version': '1.2.3', 'deployment.environment.name': 'staging' },
      Attributes: {
        'candor.digest': eventId,
        'candor.request_id': 'request-7',
        'candor.route_type': 'render',
        'http.request.method': 'GET',
        'http.route': '/[slug]',
        'url.path': '/a',
        'exception.type': 'TypeError',
        'exception.message': 'broken',
        'exception.stacktrace': 'TypeError: broken',
      },
    },
    'Google Cloud': {
      time,
      severity: 'ERROR',
      message: 'request failed',
      httpRequest: { requestMethod: 'GET', requestUrl: '/a' },
      'logging.googleapis.com/labels': {
        digest: eventId,
        route: '/[slug]',
        route_type: 'render',
        request_id: 'request-7',
        environment: 'staging',
      },
      'logging.googleapis.com/trace': `projects/PROJECT/traces/${traceId}`,
      serviceContext: { version: '1.2.3' },
      error: { type: 'TypeError', message: 'broken' },
      stack_trace: 'TypeError: broken',
    },
    Datadog: {
      timestamp: time,
      status: 'error',
      message: 'request failed',
      candor: { digest: eventId, route_type: 'render' },
      http: { method: 'GET', url_details: { path: '/a' }, route: '/[slug]', request_id: 'request-7' },
      trace_id: traceId,
      version: '1.2.3',
      env: 'staging',
      error: { kind: 'TypeError', message: 'broken', stack: 'TypeError: broken' },
    },
    ECS: {
      '@timestamp': time,
      log: { level: 'error' },
      message: 'request failed',
      http: { request: { method: 'GET', id: 'request-7' } },
      url: { path: '/a' },
      labels: { route: '/[slug]', route_type: 'render' },
      trace: { id: traceId },
      service: { version: '1.2.3', environment: 'staging' },
      error: { id: eventId, type: 'TypeError', message: 'broken', stack_trace: 'TypeError: broken' },
    },
  };

  test.each(Object.keys(expected))('to %s', async (system) => {
    expect(mapLine(await lineOfFailure(), system)).toEqual(expected[system]);
  });

  test('no system of the table is left out', () => {
    expect(Object.keys(expected)).toEqual(tables.flatMap(({ head }) => head.slice(1)));
  });
});
