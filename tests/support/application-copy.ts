import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** A copy of all that a build is made from, so that it can be built with other settings beside the one under test. */
export async function copyApplication(name: string) {
  const folder = join(root, '.copies', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = ['package.json', 'package-lock.json', 'tsconfig.json'];
  const atRoot = (await readdir(root)).filter((file) => file.endsWith('.ts'));
  for (const path of ['answers', 'app', 'candor', 'pages', 'public', 'scripts', ...files, ...atRoot]) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  // Links to the very files: Turbopack follows none out of the folder that it builds, and a copy would be 800 MB.
  await promisify(execFile)('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);

  return {
    folder,
    server: join(folder, '.next/standalone/server.js'),
    /** There when the build has come to its end. */
    stampFile: join(folder, '.next/standalone/build.sha256'),
    /** What `npm run build` comes to with these settings. */
    async build(settings: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' as const, ...settings };
      return new Promise((resolve) => {
        // What a developer has in his own `.env` is not in the copy.
        execFile(process.execPath, ['scripts/build.mjs'], { cwd: folder, env }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
        );
      });
    },
  };
}
