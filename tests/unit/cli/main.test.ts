import { expect, onTestFinished, test, vi } from 'vitest';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';
import { aBuild } from '../policy/a-build';
import { aMap } from '../sources/a-map';

const { folder, write } = eachInFolder();

/** What a command ends with in the folder. */
async function run(...args: string[]) {
  const { argv, exitCode } = process;
  onTestFinished(() => void Object.assign(process, { argv, exitCode }));
  vi.spyOn(process, 'cwd').mockReturnValue(folder());
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  process.argv = ['node', 'candor', ...args];
  vi.resetModules();
  await import('../../../candor/src/cli/main');
  const printed = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  return { status: process.exitCode, printed, errors: takeConsole('error') };
}

const usage = expect.stringContaining('candor doctor [FOLDER]') as string;

test.each<[args: string[], status: number, printed: string, ...errors: unknown[]]>([
  [[], 2, usage],
  [['unknown'], 2, usage],
  [['init', 'a', 'b'], 2, usage],
  [['--help'], 0, usage],
  [['doctor', '-h'], 0, usage],
  [['doctor', '--format', 'json'], 2, '', usage],
  [['doctor'], 2, '', expect.stringContaining('There is no application')],
  [['init', 'nowhere'], 1, '', expect.stringContaining('nowhere')],
  [['headers'], 1, '', expect.stringContaining('There is no build in')],
  [['where', 'a.js:1:5'], 1, '', expect.stringContaining('There is no build in')],
])('%j prints what the commands are, or says what is wrong, with the status %i', async (args, status, ...said) => {
  const [printed, ...errors] = said;
  expect(await run(...args)).toEqual({ status, printed, errors });
});

test('`doctor --json` says as JSON that it could not look', async () => {
  const { status, printed, errors } = await run('doctor', '--json');
  const error = expect.stringContaining('There is no application') as string;
  expect([status, JSON.parse(printed), errors]).toEqual([2, { holds: false, findings: [], notes: [], error }, []]);
});

test('nothing that a log or a map has moves the cursor of a terminal', async () => {
  const hostile = '\u001b[2J\u009b1m\u202ehidden';
  const map = aMap({ sourcesContent: [Array(12).fill(hostile).join('\n')] }, { file: `app/${hostile}.tsx` });
  write({ '.next/BUILD_ID': 'a', '.next/server/c.js.map': JSON.stringify(map) });
  const { printed } = await run('where', `${hostile}\n    at ${hostile} (/srv/.next/server/c.js:1:5)`);
  expect(printed).toContain('hidden');
  expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('`headers` prints those of all pages but one that is made again, with the status 1', async () => {
  const routes = { '/a': { initialRevalidateSeconds: 60 } };
  write(aBuild({ 'server/app/index.html': '', 'server/app/a.html': '' }, { routes }));
  const result = await run('headers', '--build', folder('.next'));
  expect(result).toMatchObject({ status: 1, errors: [expect.stringContaining('/a is regenerated every 60 s')] });
  expect(Object.keys(JSON.parse(result.printed) as object)).toEqual(['/']);
  expect((await run('headers')).printed).toBe(result.printed);
});
