import type { Node } from '@babel/types';
import { inStyle, styleOf } from '../style.js';
import { NotUnderstood } from './next-config.js';
import { readSource, startOf } from './source.js';

/**
 * Keeps the requests for one path from a proxy, by its matcher.
 * @param path without a slash at its beginning
 * @returns the whole text, the same if the matcher does not match that path
 * @throws NotUnderstood where there is no matcher, or one in another form, with the text to write; SyntaxError
 */
export function letThrough(whole: string, path: string): string {
  const source = readSource(whole);
  const style = styleOf([source.text]);
  const patterns = patternsOf(source.program.body);
  if (patterns === undefined) {
    const write = `export const config = { matcher: '/((?!${path}/?$).*)' };`;
    const says = `It has no matcher. If it redirects or rejects requests, keep those to /${path} from it: browsers report there.`;
    throw new NotUnderstood(says, { isAdvice: true, write: inStyle(write, style) });
  }
  const notUnderstood = (says: string, start: number) => {
    const write = `if (request.nextUrl.pathname.replace(/\\/$/, '') === '/${path}') return;`;
    return new NotUnderstood(
      `${says} If it redirects or rejects requests, let those to /${path} through in the first line of the function: browsers report there.`,
      { isAdvice: true, line: source.line(start), write: inStyle(write, style) },
    );
  };
  const edits = patterns.flatMap(({ start, value }) => {
    const isMatch = value === undefined ? undefined : matches(value, `/${path}`);
    if (isMatch === undefined) throw notUnderstood('Its matcher is in a form that is not understood.', start);
    if (!isMatch) return [];
    if (matches(value!.replace(opening, opening + exception(path)), `/${path}`) !== false)
      throw notUnderstood('Its matcher has no list of exceptions.', start);
    const at = source.text.indexOf(opening, start) + opening.length;
    return { start: at, end: at, text: exception(path) };
  });
  return source.with(edits);
}

/** Takes the exception out again. */
export function takeOutOfMatcher(whole: string, path: string): string {
  const source = readSource(whole);
  const added = exception(path);
  const edits = (patternsOf(source.program.body) ?? []).flatMap(({ start, value }) => {
    const at = source.text.indexOf(opening + added, start) + opening.length;
    return value?.includes(opening + added) ? [{ start: at, end: at + added.length, text: '' }] : [];
  });
  return source.with(edits);
}

const opening = '(?!';
/** With its end: another address that begins in the same way may be one that only the proxy protects. */
const exception = (path: string) => `${path}/?$|`;

/** A text in the code, and where it begins; without `value` in a form that is not understood. */
type Pattern = { start: number; value?: string };

/** The patterns in `export const config = { matcher: … }`: one, a list, or objects with a `source`. `undefined`: there is no `config`. */
function patternsOf(body: readonly Node[]): Pattern[] | undefined {
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || id.name !== 'config') continue;
      const matcher = propertyOf(init ?? undefined, 'matcher');
      const listed = matcher?.type === 'ArrayExpression' ? matcher.elements : [matcher];
      return listed.map((one) => {
        const pattern = one?.type === 'ObjectExpression' ? propertyOf(one, 'source') : one;
        return pattern?.type === 'StringLiteral'
          ? { start: startOf(pattern), value: pattern.value }
          : { start: startOf(one ?? statement) };
      });
    }
  }
  return undefined;
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

/** Whether a pattern of Next's (path-to-regexp) matches a path of one segment. `undefined`: it is in a form that is not understood. */
function matches(pattern: string, path: string): boolean | undefined {
  const expression = pattern
    .replaceAll(/\/:\w+\*/g, '(?:/.*)?')
    .replaceAll(/\/:\w+\+/g, '/.+')
    .replaceAll(/(?<!\?):\w+(?=\()/g, '')
    .replaceAll(/(?<!\?):\w+\??/g, '[^/]+'); // `(?:` is of the expression.
  try {
    return new RegExp(`^${expression}/?$`).test(path);
  } catch {
    return undefined;
  }
}
