import { basename } from 'node:path';
import { z } from 'zod';

/** What the tests of one file came to, with the message of each failed one's first error. */
export type FileResults = { passed: number; failed: FailedTest[]; notes: Readonly<Record<string, string>> };
type FailedTest = { title: string; message: string };

const annotation = z.object({ type: z.string(), description: z.string().optional() });
const error = z.object({ message: z.string().default('An error without a message.') });
const spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({ annotations: z.array(annotation), results: z.array(z.object({ errors: z.array(error).optional() })) }),
  ),
});
type Suite = { title: string; file: string; specs: z.infer<typeof spec>[]; suites?: Suite[] };
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), file: z.string(), specs: z.array(spec), suites: z.array(suite).optional() }),
);
const report = z.object({ suites: z.array(suite), errors: z.array(error) });

/** The results of a JSON report of Playwright's, by the name of the file, and the errors that no test had. */
export function readBrowserReport(json: unknown): { files: Record<string, FileResults>; errors: string[] } {
  const results: Record<string, FileResults> = {};
  const visit = ({ file, specs, suites = [] }: Suite) => {
    const name = basename(file);
    const before = results[name] ?? { passed: 0, failed: [], notes: {} };
    const notes = specs.flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations));
    results[name] = {
      passed: before.passed + specs.filter(({ ok }) => ok).length,
      failed: [...before.failed, ...specs.filter(({ ok }) => !ok).map(failedTest)],
      notes: { ...before.notes, ...Object.fromEntries(notes.map(({ type, description = '' }) => [type, description])) },
    };
    suites.forEach(visit);
  };
  const { suites, errors } = report.parse(json);
  suites.forEach(visit);
  return { files: results, errors: errors.map(({ message }) => message) };
}

function failedTest({ title, tests }: z.infer<typeof spec>): FailedTest {
  const [first] = tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors));
  return { title, message: first?.message ?? '' };
}
