import { writeSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommandError } from '../../../../scripts/run/cli';
import { runSteps, type Step } from '../../../../scripts/test/run-steps';
import { takeConsole } from '../../../support/quiet-console';

const passed = { passed: 1, failed: 0, skipped: 0 };
const step = (rest: Partial<Step>): Step => ({ title: 'Step', run: async () => passed, ...rest });

let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))));
});
afterEach(() => vi.restoreAllMocks());

test('a step that fails or throws is named, and the others run', async () => {
  const { results, failing } = await runSteps(['failing', 'throwing', 'last'], {
    failing: step({ run: async () => ({ passed: 4, failed: 2, skipped: 1 }) }),
    throwing: step({ run: async () => Promise.reject(new CommandError('Not run, because.')) }),
    last: step({}),
  });
  expect(results).toEqual({ passed: 5, failed: 3, skipped: 1 });
  expect(failing).toEqual(['failing', 'throwing']);
  expect(takeConsole('error')).toEqual(['Not run, because.']);
});

test('a step in the background runs beside the next, is printed as a whole behind it, and fails the run like any other', async () => {
  let end = () => {};
  const { results, failing } = await runSteps(['soak', 'unit', 'browser'], {
    soak: step({
      title: 'Soak',
      isBackground: true,
      async run(output = NaN) {
        writeSync(output, 'first, ');
        await new Promise<void>((resolve) => (end = resolve));
        writeSync(output, 'last\n');
        return { passed: 0, failed: 1, skipped: 0 };
      },
    }),
    unit: step({
      title: 'Unit',
      async run() {
        console.log('unit tests');
        end();
        return passed;
      },
    }),
    browser: step({ title: 'Browser', isAlone: true }),
  });
  expect(printed).toBe('\n== Unit (unit)\nunit tests\n\n== Soak (soak)\nfirst, last\n\n== Browser (browser)\n');
  expect({ results, failing }).toEqual({ results: { passed: 2, failed: 1, skipped: 0 }, failing: ['soak'] });
});

test('a step in the background that is the last one is waited for', async () => {
  const { results } = await runSteps(['soak'], { soak: step({ isBackground: true }) });
  expect(results).toEqual(passed);
});
