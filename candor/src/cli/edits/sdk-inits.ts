import type { CallExpression, Node, ObjectExpression } from '@babel/types';
import { isAcceptedOption } from '../../shared/define-sdk-options.js';
import { children, endOf, startOf, type Source } from './source.js';

/** An option of a `Sentry.init`. */
type SdkOption = {
  name: string;
  /** As it is written there, for a line of its own. */
  text: string;
  /** Whether it means the same in another file: it is a value, or a function that needs nothing of this one. */
  canMove: boolean;
};

/** A start of the SDK. `options` is `undefined` where they are made somewhere else. */
export type SdkInit = { line: number; options: SdkOption[] | undefined };

/** Every `Sentry.init(…)` or `init(…)` of a file. */
export function readSdkInits(source: Source): SdkInit[] {
  return findInits(source.program).map((call) => {
    const [first] = call.arguments;
    const options = first === undefined ? { properties: [] } : objectOf(first, source);
    return { line: source.line(startOf(call)), options: options && optionsOf(options, source) };
  });
}

function findInits(node: Node): CallExpression[] {
  const callee = node.type === 'CallExpression' ? node.callee : undefined;
  const name = callee?.type === 'MemberExpression' ? callee.property : callee;
  const own = name?.type === 'Identifier' && name.name === 'init' ? [node as CallExpression] : [];
  return [...own, ...children(node).flatMap(findInits)];
}

/** The object itself, or that of a variable of the file. */
function objectOf(node: Node | null | undefined, source: Source): ObjectExpression | undefined {
  if (node?.type === 'ObjectExpression') return node;
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression')
    return objectOf(node.expression, source);
  if (node?.type !== 'Identifier') return undefined;
  const { body } = source.program;
  const declared = body.flatMap((one) => (one.type === 'VariableDeclaration' ? one.declarations : []));
  const { init } = declared.find(({ id }) => id.type === 'Identifier' && id.name === node.name) ?? {};
  return init?.type === 'Identifier' ? undefined : objectOf(init, source);
}

function optionsOf({ properties }: Pick<ObjectExpression, 'properties'>, source: Source): SdkOption[] {
  // What is spread may be any option, also one that is named beside it.
  const isWhole = properties.every((one) => one.type !== 'SpreadElement' && !one.computed);
  return properties.map((property) => {
    const key = property.type === 'SpreadElement' || property.computed ? undefined : property.key;
    const name =
      key?.type === 'Identifier'
        ? key.name
        : key?.type === 'StringLiteral'
          ? key.value
          : source.text.slice(startOf(property), endOf(property));
    const canMove = isWhole && isMovable(name, property, source);
    return { name, text: textOf(property, source), canMove };
  });
}

function isMovable(name: string, property: ObjectExpression['properties'][number], source: Source): boolean {
  const value = property.type === 'ObjectProperty' ? property.value : property;
  switch (name) {
    case 'release':
      return value.type === 'StringLiteral' && isAcceptedOption(name, value.value);
    case 'ignoreErrors':
      return (
        value.type === 'ArrayExpression' &&
        value.elements.every((one) => one?.type === 'StringLiteral' || one?.type === 'RegExpLiteral')
      );
    case 'beforeSend': {
      const isFunction =
        value.type === 'ArrowFunctionExpression' ||
        ((value.type === 'FunctionExpression' || (value.type === 'ObjectMethod' && value.kind === 'method')) &&
          !value.generator);
      return isFunction && !needsItsFile(value, source);
    }
    default:
      return false;
  }
}

/** Names that mean something else in each file, or in each function. */
const ofFile = ['require', 'module', 'exports', '__dirname', '__filename', 'arguments'];
const typesOfFile = /^(ThisExpression|Super|MetaProperty|Import|ImportExpression|TSImportType)$/;

/** Whether code mentions a name that its file declares around it, even if it declares one of that name itself. */
function needsItsFile(code: Node, { program }: Source): boolean {
  const declared = new Set([...ofFile, ...declaredAround(code, program)]);
  const needs = (node: Node): boolean =>
    typesOfFile.test(node.type) ||
    ownName(node).some((name) => declared.has(name)) ||
    children(node, 'computed' in node && node.computed ? [] : ['key', 'property']).some(needs);
  return needs(code);
}

/** Every name that is declared in a file, except within that code and within functions that it does not stand in. */
function declaredAround(code: Node, node: Node): string[] {
  if (node === code) return [];
  const isAround = startOf(node) <= startOf(code) && endOf(code) <= endOf(node);
  const isFunction = /Function|Method/.test(node.type);
  const isElsewhere = isFunction && !isAround;
  const declares = isElsewhere ? ['id'] : ['id', 'local', 'param', 'params', 'typeParameters'];
  const others = Object.keys(node).filter((key) => !declares.includes(key));
  return [
    ...children(node, others).flatMap(namesIn),
    ...(isElsewhere ? [] : children(node).flatMap((one) => declaredAround(code, one))),
  ];
}

function namesIn(node: Node): string[] {
  return [...ownName(node), ...children(node).flatMap(namesIn)];
}

const ownName = (node: Node) => ('name' in node && typeof node.name === 'string' ? [node.name] : []);

/** Indented by two spaces, unless white space within it may be a text's own. */
function textOf(node: Node, { text }: Source): string {
  const own = text.slice(startOf(node), endOf(node)).replaceAll('\r\n', '\n');
  const indent = /(?<=\n)[ \t]*$/.exec(text.slice(0, startOf(node)))?.[0];
  return `  ${own.includes('`') || indent === undefined ? own : own.replaceAll(`\n${indent}`, '\n  ')},`;
}
