import { trace, type Span } from '@opentelemetry/api';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import manifest from '../../../candor/package.json' with { type: 'json' };
import { readSettings, settingNames } from '../../../candor/src/start/settings';
import { sourceStack } from '../../../candor/src/start/next-hooks';
import { shownFile } from '../../support/own-screens';
import { aRequest, eventId, setUpFailures } from '../failures/set-up-failure-reporter';
import { chunkFile, provideSources } from '../start/test-context';
import { captured, read } from './files';

const pod = read('docs/kubernetes/candor.yaml');
const environment = Object.fromEntries(
  [...pod.matchAll(/- name: ([A-Z_]+)[^\n]*\n\s+value: '?([^'\n]*)'?\n/g)].map(([, name, value]) => [name, value]),
) as Record<string, string>;
const { drainSeconds, trustedProxyHops } = readSettings(environment);

/** The number behind the last of these words, each after the one before. */
function numberAfter(...words: string[]): number {
  const at = words.reduce((from, word) => pod.indexOf(word, from), 0);
  return Number(/\d+/.exec(pod.slice(at + (words.at(-1) ?? '').length))?.[0]);
}

test('the settings in the manifest for Kubernetes are settings of the server, with good values', () => {
  const { HOSTNAME, ...settings } = environment; // Next's own: where the server listens.
  expect(Object.keys(settings)).toContain('DRAIN_SECONDS');
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(settings)));
  expect([HOSTNAME, trustedProxyHops, drainSeconds]).toEqual(['0.0.0.0', 1, 10]);
});

test('a pod is killed after everything that it waits for, and drains until its endpoint is removed', () => {
  const [preStopSeconds, shutdownSeconds] = [numberAfter('preStop', 'setTimeout(() => {},') / 1_000, 8];
  expect(numberAfter('terminationGracePeriodSeconds:')).toBeGreaterThan(
    preStopSeconds + drainSeconds + shutdownSeconds,
  );
  const probed = (name: string) => numberAfter('readinessProbe', name);
  const noticedSeconds = probed('periodSeconds:') * probed('failureThreshold:') + probed('timeoutSeconds:');
  const idleSeconds = 5; // As long Node keeps an idle connection.
  expect(drainSeconds).toBeGreaterThan(Math.max(noticedSeconds, idleSeconds));
  expect(pod).toMatch(/readinessProbe:\s+httpGet:\s+path: \/monitoring\?ready\n/);
  expect(pod).toMatch(/httpGet: &alive\s+path: \/monitoring\n/);
  expect(pod).toMatch(/livenessProbe:\s+httpGet: \*alive\n/);
});

test('docs/unavailable.md shows lines of the file that browser tests run, and names the service of its manifest', () => {
  const guide = read('docs/unavailable.md');
  const [, snippet = ''] = /```nginx\n([^]*?)```/.exec(guide) ?? [];
  const lines = snippet.split('\n').filter((line) => line !== '' && line !== '# in the server:');
  expect(lines.length).toBeGreaterThan(10);
  expect(read('docs/nginx.conf').split('\n')).toEqual(expect.arrayContaining(lines));
  const [, name] = /default-backend: (\S+)/.exec(guide) ?? [];
  expect(read('docs/kubernetes/unavailable.yaml')).toContain(`kind: Service\nmetadata:\n  name: ${name}\n`);
});

test('the global-error that the guide shows is one of the team’s application, which a browser visits', () => {
  expect(read('tests/sites/team-application/app/fails/own-error.tsx')).toBe(shownFile('app/global-error.tsx'));
});

test('the messages that the guide shows have the same keys and the same choices in both languages', () => {
  const [english, german] = ['en', 'de'].map((language) => {
    const { Failure } = JSON.parse(shownFile(`messages/${language}.json`)) as { Failure: Record<string, string> };
    const choicesOf = (text: string) => text.match(/\{\w+, select,|\w+(?= \{)/g);
    return Object.entries(Failure).map(([key, text]) => [key, choicesOf(text)]);
  });
  expect(german).toEqual(english);
});

test('each table for other systems has the fields of a failed request’s line, and no others', async () => {
  const [, section = ''] = /<!-- mapping -->([^]*)<!-- \/mapping -->/.exec(read('docs/adopting-answers.md')) ?? [];
  const tables = section.match(/(?:^\|.*\n)+/gm) ?? [];
  const { lines, failures } = setUpFailures();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const thrown = Object.assign(new TypeError('broken'), { digest: eventId });
  await failures.requestFailed(thrown, aRequest({ headers: { 'x-request-id': 'request-7', traceparent } }));
  const pathsIn = (line: object, path = ''): string[] =>
    Object.entries(line).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? pathsIn(value, `${path}${name}.`) : path + name,
    );
  const logged = lines.flatMap((line) => pathsIn(line)).sort();
  expect(tables).toHaveLength(2);
  for (const table of tables) expect(captured(table, /^\| `(\S+)`(?= +\| `.+` +\| `.+ \|$)/gm).sort()).toEqual(logged);
});

const error = Object.assign(new TypeError('broken'), { stack: `TypeError: broken\n    at a (${chunkFile}:1:5)` });
const mapped = 'TypeError: broken\n    at OrderList (app/orders/page.tsx:41:11)';
provideSources();

type Snippet = Record<string, (...args: unknown[]) => Promise<void>>;

/** Runs the code that the guide shows after these words. @returns what it exports */
function snippet(after: string, modules: Record<string, unknown>): Snippet {
  const text = read('docs/adopting-answers.md');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(text.slice(text.indexOf(after))) ?? [];
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  const exports = {};
  const require = (name: string) => ({ ...modules, 'candor/instrumentation': { sourceStack } })[name];
  new Function('exports', 'require', outputText)(exports, require);
  return exports;
}

test('the guide’s code for a logger like pino writes the stack that names the sources', async () => {
  const logger = { error: vi.fn() };
  await snippet('logger name the sources', { pino: () => logger }).logError?.(error, 'order failed');
  const logged = { error: { type: 'TypeError', message: 'broken', stack: mapped } };
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(logged, 'order failed');
});

test('the guide’s code for OpenTelemetry records it on the span', async () => {
  const span = { recordException: vi.fn() };
  const active = vi.spyOn(trace, 'getActiveSpan').mockReturnValue(span as unknown as Span);
  const recorded = snippet('With OpenTelemetry, whose', { '@opentelemetry/api': { trace } }).recordError?.(error);
  active.mockReturnValue(undefined);
  await recorded;
  const exception = { name: 'TypeError', message: 'broken', stack: mapped };
  expect(span.recordException).toHaveBeenCalledExactlyOnceWith(exception);
});

const sectionOf = (heading: string) => read('candor/README.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const codeIn = (text: string) => captured(text, /`([^`]+)`/g);
/** The code in each item of the list of this section. */
const itemsOf = (heading: string) => (sectionOf(heading).match(/^- .*(?:\n {2}.*)*/gm) ?? []).map(codeIn);

test('the package’s README has the hooks that init writes', () => {
  const hooks = itemsOf('Hooks').slice(0, 5);
  expect(hooks.map(([file]) => file)).toContain('app/global-error.tsx');
  for (const [file = '', ...lines] of hooks) {
    const written = read(`tests/unit/cli/golden/new/after/${file}`).replaceAll('"', "'").split('\n');
    expect(written).toEqual(expect.arrayContaining(lines));
  }
});

test('it has the entry points, the peers and the releases of Node of the package', () => {
  const exported = Object.keys(manifest.exports).map((name) => name.replace(/^\./, 'candor'));
  const names = itemsOf('Entry points').map(([name = '']) => name);
  expect([...names, 'candor/package.json'].sort()).toEqual(exported.sort());
  const peers = (sectionOf('Compatibility').match(/^\| `.*/gm) ?? []).map((row) => codeIn(row).slice(0, 2));
  expect(Object.fromEntries(peers)).toEqual(manifest.peerDependencies);
  expect(read('candor/README.md')).toContain(`- Node: \`${manifest.engines.node}\`.`);
});
