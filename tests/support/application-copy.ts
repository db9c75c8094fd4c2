import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeSiteFolder } from './site-folder';

/** A copy of the application, to build it with other settings. */
export async function copyApplication(name: string) {
  const folder = await makeSiteFolder(name);
  return {
    folder,
    server: join(folder, '.next/standalone/server.js'),
    /** Runs `npm run build` with these settings only, and gives back what that printed. */
    async build(settings: Record<string, string>): Promise<string> {
      // A developer's own `.env` is not in the copy.
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' as const, ...settings };
      const args = ['scripts/bootstrap.mjs', 'build'];
      return (await promisify(execFile)(process.execPath, args, { cwd: folder, env })).stdout;
    },
  };
}
