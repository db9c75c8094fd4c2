import { literalPattern, quoted } from './nginx-text.js';

// In bytes. A longer one has no place in a bucket of nginx's table, and nginx would not start.
const maxKey = 40;

/**
 * The keys of files in a `map`, by which nginx finds the number of their group. It compares keys without regard to case, so paths
 * that differ in case alone are patterns.
 * @param groups the paths of each group; one that ends with `/*` stands for all below it
 */
export function fileKeys(groups: readonly (readonly string[])[]): { key: string; group: number }[] {
  const files = groups.flatMap((paths, group) =>
    [...new Set(paths.flatMap(withDoubledSlash))].map((path) => ({ path, group })),
  );
  const seen = new Map<string, number>();
  for (const { path } of files) seen.set(path.toLowerCase(), (seen.get(path.toLowerCase()) ?? 0) + 1);
  const isPlain = (path: string) => Buffer.byteLength(path) <= maxKey && seen.get(path.toLowerCase()) === 1;
  return files.map(({ path, group }) => ({ key: keyOf(path, isPlain(path)), group }));
}

/** `try_files $uri/index.html` finds the file of a path that ends with a slash by two. */
const withDoubledSlash = (path: string) => [
  path,
  ...(path.endsWith('/index.html') ? [path.replace(/[^/]*$/, '/$&')] : []),
];

function keyOf(path: string, isPlain: boolean): string {
  if (path.endsWith('/*')) return quoted(`~^${literalPattern(path.slice(0, -1))}`);
  return quoted(isPlain ? path : `~^${literalPattern(path)}$`);
}
