import { patches } from '../../candor/src/internals/patches';

/** A file of another package that the manifest names, and the patches that depend on it. */
export type PatchedFile = { package: string; /** Within the package. */ path: string; patches: string[] };

/** Each file that the manifest names once, in the order of the alphabet. */
export function patchedFiles(): PatchedFile[] {
  const files = new Map<string, string[]>();
  for (const patch of patches) {
    for (const file of 'files' in patch ? patch.files : []) files.set(file, [...(files.get(file) ?? []), patch.name]);
  }
  return [...files]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, names]) => {
      const [, name = '', path = ''] = /^((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(file) ?? [];
      return { package: name, path, patches: names };
    });
}

export type Change = PatchedFile & {
  state: 'same' | 'changed' | 'gone' | 'new' | 'in neither';
  added: number;
  removed: number;
};

/**
 * How each of the files differs between two versions of its package.
 * @param lines what git counted as added and removed, by the path of the file
 */
export function changesOf(
  files: readonly PatchedFile[],
  isIn: Record<'from' | 'to', (path: string) => boolean>,
  lines: ReadonlyMap<string, readonly [added: number, removed: number]>,
): Change[] {
  return files.map((file) => {
    const [before, after] = [isIn.from(file.path), isIn.to(file.path)];
    const [added, removed] = lines.get(file.path) ?? [0, 0];
    const both = added + removed > 0 ? 'changed' : 'same';
    return { ...file, state: before ? (after ? both : 'gone') : after ? 'new' : 'in neither', added, removed };
  });
}

export function changesTable(changes: readonly Change[]): string {
  const rows = changes.map(({ path, state, added, removed, patches: names }) => [
    `\`${path}\``,
    state === 'changed' ? `changed: +${added} −${removed}` : state,
    names.join(', '),
  ]);
  return [['file', 'difference', 'patches'], ['---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
