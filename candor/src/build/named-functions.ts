import { parse } from '@babel/parser';
import type { Node } from '@babel/types';
import type { NamedFunction } from '../sources/chunk-map.js';

/**
 * The functions of a source that have a name, or are given one where they are written, in the order in which they begin. A compiler
 * renames them, and no field of a source map says what the function around a place is called.
 * @returns `undefined`: the source cannot be read
 */
export function namedFunctions(code: string): NamedFunction[] | undefined {
  const functions: NamedFunction[] = [];
  const waiting: Given[] = [{ node: parseSource(code), name: undefined }]; // A list, since code may be nested thousands deep.
  if (waiting[0]?.node === undefined) return undefined;
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

/** A node, and what the code around it calls it. */
type Given = { node: unknown; name: string | undefined; owner?: string };

function parseSource(code: string): Node | undefined {
  for (const jsx of ['jsx' as const, undefined]) {
    try {
      // Without JSX for what only TypeScript can read: `<Type>value`.
      const plugins = ['typescript' as const, 'decorators-legacy' as const, ...(jsx ? [jsx] : [])];
      return parse(code, { sourceType: 'unambiguous', allowReturnOutsideFunction: true, errorRecovery: true, plugins })
        .program;
    } catch {
      continue;
    }
  }
  return undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nameOf(node: Node, given: string | undefined, owner: string | undefined): string | undefined {
  if ('id' in node && node.id?.type === 'Identifier') return node.id.name;
  if (node.type !== 'ClassMethod' && node.type !== 'ObjectMethod' && node.type !== 'ClassPrivateMethod') return given;
  const key = keyOf(node.key);
  return key !== undefined && owner !== undefined ? `${owner}.${key}` : key;
}

function keyOf(key: Node): string | undefined {
  if (key.type === 'PrivateName') return `#${key.id.name}`;
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined;
}

function insideOf(node: Node, name: string | undefined, owner: string | undefined): Given[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return [{ node: node.init, name: node.id.type === 'Identifier' ? node.id.name : undefined }];
    case 'AssignmentExpression':
      return [
        { node: node.right, name: keyOf(node.left.type === 'MemberExpression' ? node.left.property : node.left) },
      ];
    case 'ObjectProperty':
      return [{ node: node.value, name: keyOf(node.key) }];
    case 'ClassProperty':
    case 'ClassPrivateProperty': {
      const key = keyOf(node.key);
      return [{ node: node.value, name: key !== undefined && owner !== undefined ? `${owner}.${key}` : key }];
    }
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

/** What stands between a name and its function, and changes neither: `(async () => …) satisfies Action`. */
const isTransparent = ({ type }: Node) =>
  /^(?:TS(?:As|Satisfies|NonNull)Expression|ParenthesizedExpression)$/.test(type);
