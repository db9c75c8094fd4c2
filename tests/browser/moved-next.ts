import { randomBytes } from 'node:crypto';
import { cp, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFolder } from '../support/site-folder';

export type Move = 'nonce' | 'form';

/** Copies a deployed folder, and edits Next in the copy as another version of it might be. */
export async function copyMoved(deployed: string, move: Move): Promise<string> {
  const folder = siteFolder(`moved-${randomBytes(4).toString('hex')}`);
  await cp(deployed, folder, { recursive: true, verbatimSymlinks: true });
  await (move === 'nonce' ? moveNonce(folder) : renameData(folder));
  return folder;
}

/** Next reads the nonce from another header. */
const moveNonce = (folder: string) =>
  edit(folder, (code) => code.replaceAll(/(?<=\[["'])content-security-policy(?=["']\] *\|\|)/g, 'x-policy-of-next'));

/** Next hands over the data of a page under another name. */
const renameData = async (folder: string) => {
  for (const inside of ['node_modules/next/dist', '.next/static'])
    await edit(join(folder, inside), (code) => code.replaceAll('self.__next_f', 'self.__next_moved'));
};

async function edit(folder: string, change: (code: string) => string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let count = 0;
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile() && entry.name.endsWith('.js'))) {
    const file = join(parentPath, name);
    const code = await readFile(file, 'utf8');
    const changed = change(code);
    if (changed === code) continue;
    await unlink(file); // It may have another name, in node_modules.
    await writeFile(file, changed);
    count += 1;
  }
  if (count === 0) throw new Error(`Next has nothing in ${folder} that could be edited.`);
}
