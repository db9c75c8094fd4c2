import type { CallExpression, Expression, Node, Statement } from '@babel/types';
import { inStyle, styleOf } from '../style.js';
import { children, endOf, lineAtTop, readSource, startOf, withoutStatement, type Edit, type Source } from './source.js';

/** Why an edit was not made, in words for a person. */
export class NotUnderstood extends Error {
  /**
   * @param more.isAdvice the message says what to do, too
   * @param more.isOptional it may be that nothing is needed
   * @param more.write the text to write, where it depends on the reason
   */
  constructor(
    message: string,
    readonly more: { line?: number; isAdvice?: boolean; isOptional?: true; write?: string } = {},
  ) {
    super(message);
  }
}

/**
 * Wraps what `next.config` exports in `withCandor`, whatever it is: an object, a function, or the result of other plugins.
 * @returns the whole text, the same if it is wrapped already
 * @throws NotUnderstood, SyntaxError
 */
export function wrapConfig(whole: string): string {
  const source = readSource(whole);
  const style = styleOf([source.text]);
  const exported = findExport(source);
  if (findImport(source)) return whole;
  const { start, end } = exported.value;
  const importLine = exported.isCommonJs
    ? `const { withCandor } = require('candor/config');`
    : `import { withCandor } from 'candor/config';`;
  return source.with([
    lineAtTop(source, inStyle(importLine, style)),
    { start: start!, end: start!, text: 'withCandor(' },
    { start: end!, end: end!, text: `)${exported.isDeclaration ? style.semicolon : ''}` },
  ]);
}

/** Takes `withCandor` out again. @returns the whole text, and the settings that go with it, as they were written */
export function unwrapConfig(whole: string): { text: string; settings?: string } {
  const source = readSource(whole);
  const imported = findImport(source);
  if (imported === undefined) return { text: whole };
  const call = findCall(source.program);
  const [config, settings] = call?.arguments ?? [];
  if (!call || !config) throw new NotUnderstood('withCandor is imported, and not called.');
  const isDeclaration = config.type === 'FunctionExpression' || config.type === 'ClassExpression';
  const after = isDeclaration && source.text[endOf(call)] === ';' ? 1 : 0;
  const edits: Edit[] = [
    withoutStatement(source, imported),
    { start: startOf(call), end: startOf(config), text: '' },
    { start: endOf(config), end: endOf(call) + after, text: '' },
  ];
  return { text: source.with(edits), settings: settings && source.text.slice(startOf(settings), endOf(settings)) };
}

type Exported = { value: Expression | Node; isCommonJs: boolean; isDeclaration: boolean };

function findExport({ program, line }: Source): Exported {
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') {
      const value = statement.declaration;
      const isDeclaration = value.type === 'FunctionDeclaration' || value.type === 'ClassDeclaration';
      return { value, isCommonJs: false, isDeclaration };
    }
    const assigned = assignmentOf(statement);
    if (assigned) return { value: assigned, isCommonJs: true, isDeclaration: false };
  }
  const last = program.body.at(-1);
  throw new NotUnderstood(`There is no default export${last ? ` up to line ${line(endOf(last))}` : ''}.`);
}

/** `module.exports = …` */
function assignmentOf(statement: Statement): Expression | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
    return undefined;
  const { left, right } = statement.expression;
  const isExports =
    left.type === 'MemberExpression' &&
    left.object.type === 'Identifier' &&
    left.object.name === 'module' &&
    left.property.type === 'Identifier' &&
    left.property.name === 'exports';
  return isExports ? right : undefined;
}

function findImport({ program, text }: Source): Statement | undefined {
  return program.body.find(
    (statement) =>
      (statement.type === 'ImportDeclaration' || statement.type === 'VariableDeclaration') &&
      /['"]candor\/config['"]/.test(text.slice(startOf(statement), endOf(statement))),
  );
}

/** The first call of `withCandor`, wherever it is. */
function findCall(node: Node): CallExpression | undefined {
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'withCandor')
    return node;
  return children(node)
    .map(findCall)
    .find((found) => found !== undefined);
}
