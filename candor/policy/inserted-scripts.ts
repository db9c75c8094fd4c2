import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The module numbers of `next/script` in a build. */
export function scriptModules(distFolder: string): Set<string> {
  const folder = join(distFolder, 'server/app');
  const manifests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('_client-reference-manifest.js'),
  );
  const ids = manifests.flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(/next\/dist\/(?:esm\/)?client\/script\.js":\{"id":"?([^",]+)/g),
      ([, id = '']) => id,
    ),
  );
  return new Set(ids);
}

/**
 * The texts of the scripts that `next/script` will insert into a page of the App Router, read from the data that the document
 * has for React.
 * @param scripts the texts of the document's own scripts
 * @param modules see `scriptModules`
 */
export function insertedScripts(scripts: readonly string[], modules: ReadonlySet<string>): string[] {
  const rows = dataOf(scripts)
    .split('\n')
    .map((row) => /^([0-9a-f]+):(I?)([[{].*)$/.exec(row));
  const references = new Set<unknown>();
  for (const [, key, isImport, data] of rows.filter((row) => row !== null)) {
    const [module] = isImport ? (parsed(data) as unknown[]) : [];
    if (module !== undefined && modules.has(String(module))) references.add(`$L${key}`);
  }
  if (references.size === 0) return [];
  return rows.flatMap((row) => (row?.[2] === '' ? [...textsIn(parsed(row[3]), references)] : []));
}

function dataOf(scripts: readonly string[]): string {
  return scripts
    .map((script) => parsed(/^self\.__next_f\.push\(([^]*)\)$/.exec(script)?.[1]))
    .map((pushed) => (Array.isArray(pushed) && pushed[0] === 1 ? String(pushed[1]) : ''))
    .join('');
}

// React writes a `$` at the start of a text twice: an array that starts with a single one is an element.
function* textsIn(value: unknown, references: ReadonlySet<unknown>): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value[0] === '$' && references.has(value[1])) yield* textOf(value[3]);
  for (const part of Object.values(value)) yield* textsIn(part, references);
}

function* textOf(props: unknown): Generator<string> {
  const { children, dangerouslySetInnerHTML: html } = props as {
    children?: unknown;
    dangerouslySetInnerHTML?: { __html: string };
  };
  if (typeof children === 'string') yield children;
  if (Array.isArray(children)) yield children.join('');
  if (html) yield html.__html;
}

/** Of a row that is no JSON, such as a long text, nothing. */
function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
