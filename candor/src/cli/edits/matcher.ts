import type { Node, StringLiteral } from '@babel/types';
import { NotUnderstood } from './next-config.js';
import { readSource, startOf } from './source.js';

/**
 * Keeps the requests for one path from a proxy, by its matcher.
 * @param path without a slash at its beginning
 * @returns the whole text, the same if the matcher does not match that path
 * @throws NotUnderstood where there is no matcher, or one in another form; SyntaxError
 */
export function letThrough(whole: string, path: string): string {
  const source = readSource(whole);
  const patterns = patternsOf(source.program.body);
  if (patterns.length === 0) throw new NotUnderstood('It has no matcher, so it is called for every request.');
  const matching = patterns.filter(({ value }) => matches(value, `/${path}`));
  if (matching.some(({ value }) => !value.includes('(?!')))
    throw new NotUnderstood('Its matcher has no list of exceptions.');
  return source.with(
    matching.map((pattern) => {
      const at = startOf(pattern) + source.text.slice(startOf(pattern)).indexOf('(?!') + '(?!'.length;
      return { start: at, end: at, text: `${path}|` };
    }),
  );
}

/** Takes the exception out again. */
export function takeOutOfMatcher(whole: string, path: string): string {
  const source = readSource(whole);
  const edits = patternsOf(source.program.body).flatMap((pattern) => {
    const at = source.text.indexOf(`(?!${path}|`, startOf(pattern));
    const start = at + '(?!'.length;
    return pattern.value.includes(`(?!${path}|`) ? [{ start, end: start + path.length + 1, text: '' }] : [];
  });
  return source.with(edits);
}

/** The texts in `export const config = { matcher: … }`: one, a list, or objects with a `source`. */
function patternsOf(body: readonly Node[]): StringLiteral[] {
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || id.name !== 'config') continue;
      const matcher = propertyOf(init ?? undefined, 'matcher');
      const listed = matcher?.type === 'ArrayExpression' ? matcher.elements : [matcher];
      return listed.flatMap((one) => {
        const pattern = one?.type === 'ObjectExpression' ? propertyOf(one, 'source') : one;
        return pattern?.type === 'StringLiteral' ? [pattern] : [];
      });
    }
  }
  return [];
}

/** The value of a property; of `{ … } as const` and `{ … } satisfies Type` too. */
function propertyOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression')
    return propertyOf(node.expression, name);
  if (node?.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties) {
    if (property.type === 'ObjectProperty' && property.key.type === 'Identifier' && property.key.name === name)
      return property.value;
  }
  return undefined;
}

/** Whether a pattern of Next's (path-to-regexp) matches a path of one segment. */
function matches(pattern: string, path: string): boolean {
  const expression = pattern
    .replaceAll(/\/:\w+\*/g, '(?:/.*)?')
    .replaceAll(/\/:\w+\+/g, '/.+')
    .replaceAll(/(?<!\?):\w+(?=\()/g, '')
    .replaceAll(/(?<!\?):\w+\??/g, '[^/]+'); // `(?:` is of the expression.
  try {
    return new RegExp(`^${expression}/?$`).test(path);
  } catch {
    throw new NotUnderstood(`Its matcher ${pattern} is in a form that is not understood.`);
  }
}
