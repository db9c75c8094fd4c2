import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { makeSiteFolder } from './site-folder';

/** A copy of the application, to build it with other settings. */
export async function copyApplication(name: string) {
  const folder = await makeSiteFolder(name);
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
