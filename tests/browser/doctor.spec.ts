import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from './fixtures';

// `candor doctor`, as the package has it, at the built application. No browser is needed.

const command = join(import.meta.dirname, '../../candor/dist/cli/main.js');

type Told = { holds: boolean; findings: { says: string }[]; notes: string[] };

/** The status of the command, and what it tells a program. */
function doctor(...args: string[]): Promise<{ status: number | null; told: Told }> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [command, 'doctor', '--json', ...args], (error, stdout, stderr) => {
      if (stderr) reject(new Error(stderr));
      else resolve({ status: child.exitCode, told: JSON.parse(stdout) as Told });
    });
  });
}

test('the doctor finds nothing at this application, and follows a failure to its delivery', async ({
  start,
  service,
}) => {
  const { url, waitForLog } = await start({ SENTRY_DSN: service.dsn });
  const { status, told } = await doctor('--url', url, '--fail', '/failing-page?fail=server-render');
  expect(told.findings).toEqual([]);
  const { digest } = await waitForLog(({ msg }) => msg === 'request failed');
  expect(told.notes.at(-1)).toMatch('/failing-page answered with 500');
  expect(told.notes.at(-1)).toMatch(new RegExp(`the reference ${digest}: delivered after \\d+ ms\\.$`));
  expect(status).toBe(0);
});
