import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../docs/files';

/** What the installed TypeScript, at its strictest, finds in these files and in all that they import, libraries too. */
export async function errorsOf(...files: string[]): Promise<string[]> {
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022', 'dom', 'dom.iterable'], strict: true, noEmit: true, jsx: 'react-jsx' },
    ...{ module: 'esnext', moduleResolution: 'bundler', isolatedModules: true, types: ['node'], skipLibCheck: false },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
  };
  const folder = mkdtempSync(join(root, 'node_modules/.types-')); // TypeScript looks for packages above it.
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const compiled = promisify(execFile)(process.execPath, [tsc, '--project', folder, '--pretty', 'false']);
    const printed = await compiled.then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    return printed.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
