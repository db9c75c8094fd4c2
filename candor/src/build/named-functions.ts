import { parse } from '@babel/parser';
import type { Node } from '@babel/types';
import type { NamedFunction } from '../sources/chunk-map.js';
import { isObject } from '../shared/is-record.js';

/**
 * The functions of a source that have a name, or are given one where they are written, in the order in which they begin. A compiler
 * renames them, and a source map does not name the function around a position. An unreadable source has none.
 */
export function namedFunctions(code: string): NamedFunction[] {
  const functions: NamedFunction[] = [];
  const waiting: Given[] = [{ node: parseSource(code), name: undefined }]; // A list, since code may be nested thousands deep.
  while (waiting.length > 0) {
    const { node, name, owner } = waiting.pop()!;
    if (!isNode(node)) continue;
    const called = 'params' in node ? nameOf(node, name, owner) : undefined;
    if (called !== undefined && node.loc) {
      const { start, end } = node.loc;
      functions.push([called, start.line, start.column, end.line, end.column]);
    }
    waiting.push(...insideOf(node, name, owner).reverse());
  }
  return functions;
}

/** `name`: what the code around the node calls it. */
type Given = { node: unknown; name: string | undefined; owner?: string };

function parseSource(code: string): Node | undefined {
  // Without JSX for what only TypeScript can read: `<Type>value`.
  for (const syntax of [['jsx' as const], []]) {
    try {
      const plugins = ['typescript' as const, 'decorators-legacy' as const, ...syntax];
      const options = { sourceType: 'unambiguous', allowReturnOutsideFunction: true, errorRecovery: true } as const;
      return parse(code, { ...options, plugins }).program;
    } catch {
      continue;
    }
  }
  return undefined;
}

function isNode(value: unknown): value is Node {
  return isObject(value) && 'type' in value;
}

function nameOf(node: Node, given: string | undefined, owner: string | undefined): string | undefined {
  if ('id' in node && node.id?.type === 'Identifier') return node.id.name;
  const isMethod = node.type === 'ClassMethod' || node.type === 'ObjectMethod' || node.type === 'ClassPrivateMethod';
  return isMethod ? keyOf(node.key, owner) : given;
}

function keyOf(key: Node, owner?: string): string | undefined {
  const plain = key.type === 'StringLiteral' ? key.value : key.type === 'Identifier' ? key.name : undefined;
  const name = key.type === 'PrivateName' ? `#${key.id.name}` : plain;
  return name !== undefined && owner !== undefined ? `${owner}.${name}` : name;
}

function insideOf(node: Node, name: string | undefined, owner: string | undefined): Given[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return [{ node: node.init, name: keyOf(node.id) }];
    case 'AssignmentExpression': {
      const { left, right } = node;
      return [{ node: right, name: keyOf(left.type === 'MemberExpression' ? left.property : left) }];
    }
    case 'ObjectProperty':
      return [{ node: node.value, name: keyOf(node.key) }];
    case 'ClassProperty':
    case 'ClassPrivateProperty':
      return [{ node: node.value, name: keyOf(node.key, owner) }];
    case 'ExportDefaultDeclaration':
      return [{ node: node.declaration, name: 'default' }];
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.body.body.map((member) => ({ node: member, name: undefined, owner: node.id?.name ?? name }));
    case 'CallExpression': {
      // `const Orders = memo(() => …)`, and not `const orders = list.map(() => …)`
      const given = node.callee.type === 'Identifier' || isOfReact(node.callee) ? name : undefined;
      return [{ node: node.callee, name: undefined }, ...node.arguments.map((each) => ({ node: each, name: given }))];
    }
    default:
      return Object.entries(node)
        .filter(([key]) => !/Comments$|^(?:loc|id|key)$/.test(key))
        .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
        .map((inner) => ({ node: inner, name: isTransparent(node) ? name : undefined }));
  }
}

const isOfReact = (callee: Node) =>
  callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'React';

/** Syntax between a name and its function: `(async () => …) satisfies Action`. */
const isTransparent = ({ type }: Node) =>
  /^(?:TS(?:As|Satisfies|NonNull)Expression|ParenthesizedExpression)$/.test(type);
