import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const room = join(import.meta.dirname, '../../../candor/src/sources');

/** Compiles the room to a folder of its own, as a build has it beside its maps. @returns the file of the thread */
export function compileRoom(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of readdirSync(room)) {
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
    const { outputText } = ts.transpileModule(readFileSync(join(room, name), 'utf8'), { compilerOptions });
    writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), outputText);
  }
  return join(folder, 'worker.js');
}
