import { trace, type Span } from '@opentelemetry/api';
import ts from 'typescript';
import { expect, test, vi } from 'vitest';
import { sharedProcess } from '../../../candor/src/server/shared-process';
import { sourceStack } from '../../../candor/src/server/next-hooks';
import { mapError } from '../../../candor/src/sources/stack-text';
import { read } from './files';

const file = '/srv/.next/server/chunks/a.js';
const error = Object.assign(new TypeError('broken'), { stack: `TypeError: broken\n    at a (${file}:1:5)` });
const expected = 'TypeError: broken\n    at OrderList (app/orders/page.tsx:41:11)';

/** Runs the code that the guide shows after these words. @returns what it exports */
function snippet(
  after: string,
  modules: Record<string, unknown>,
): Record<string, (...args: unknown[]) => Promise<void>> {
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

sharedProcess().findSources = {
  isOfBuild: (place) => place.file === file,
  mapError: async (read) =>
    mapError(read, () => ({ file: 'app/orders/page.tsx', line: 41, column: 11, function: 'OrderList', inApp: true })),
};

test('the guide’s code for a logger like pino writes the stack that names the sources', async () => {
  const logger = { error: vi.fn() };
  const { logError } = snippet('logger name the sources', { pino: () => logger });
  await logError?.(error, 'order failed');
  const logged = { error: { type: 'TypeError', message: 'broken', stack: expected } };
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(logged, 'order failed');
});

test('the guide’s code for OpenTelemetry records it on the span', async () => {
  const span = { recordException: vi.fn() };
  const active = vi.spyOn(trace, 'getActiveSpan').mockReturnValue(span as unknown as Span);
  const { recordError } = snippet('With OpenTelemetry, whose', { '@opentelemetry/api': { trace } });
  const recorded = recordError?.(error);
  active.mockReturnValue(undefined);
  await recorded;
  const exception = { name: 'TypeError', message: 'broken', stack: expected };
  expect(span.recordException).toHaveBeenCalledExactlyOnceWith(exception);
});
