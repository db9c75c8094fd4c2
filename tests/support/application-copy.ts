import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyInputFiles } from '../../scripts/build/build-inputs';

const root = join(import.meta.dirname, '../..');

/** A copy of everything that a build is made from, to build it with other settings beside the build under test. */
export async function copyApplication(name: string) {
  const folder = join(root, '.copies', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyInputFiles(root, folder);
  // Hard links: Turbopack follows no symbolic link out of the folder that it builds, and a copy would be 800 MB.
  await promisify(execFile)('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);

  return {
    folder,
    server: join(folder, '.next/standalone/server.js'),
    /** Exists after a complete build. */
    fingerprintFile: join(folder, '.next/standalone/build.sha256'),
    /** Runs `npm run build` with these settings only. */
    async build(settings: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' as const, ...settings };
      return new Promise((resolve) => {
        // A developer's own `.env` is not in the copy.
        execFile(process.execPath, ['scripts/bootstrap.mjs', 'build'], { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
        );
      });
    },
  };
}
