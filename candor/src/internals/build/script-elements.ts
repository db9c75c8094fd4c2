import { parse } from '@babel/parser';
import type { Node, ObjectExpression } from '@babel/types';

/** An inline script as the code of a build has it. */
export type ScriptElement = {
  /** The place of its call in that code, from 1 and from 0. */
  line: number;
  column: number;
  /** Whether its text is a constant of the code, which the build permits. */
  isConstant: boolean;
  /** Its `type`; an empty text if it has none, `undefined` if only the running code knows. */
  type: string | undefined;
  /** Whether it has a nonce, or may have one. */
  mayHaveNonce: boolean;
};

// What JSX is compiled to, `(0,r.jsx)("script",{…})`, or is written as: `createElement("script",{…})`.
const anyScript = /\(\s*["'`]script["'`]\s*,\s*\{/;

/** Finds the elements `<script>` with a text of their own, and runs none of the code. @throws SyntaxError */
export function scriptElements(code: string): ScriptElement[] {
  if (!anyScript.test(code)) return [];
  const { program } = parse(code, { sourceType: 'unambiguous', allowReturnOutsideFunction: true });
  const elements: ScriptElement[] = [];
  visit(program, (node, scope) => {
    if (node.type !== 'CallExpression') return;
    const [tag, properties] = node.arguments;
    if (tag?.type !== 'StringLiteral' || tag.value !== 'script' || properties?.type !== 'ObjectExpression') return;
    const text = textOf(properties);
    if (text === undefined || valueOf(properties, 'src') !== undefined) return;
    elements.push({
      line: node.loc?.start.line ?? 1,
      column: node.loc?.start.column ?? 0,
      isConstant: isText(text, scope),
      type: typeOf(properties),
      mayHaveNonce: valueOf(properties, 'nonce') !== undefined || properties.properties.some(isSpread),
    });
  });
  return elements;
}

const isSpread = ({ type }: Node) => type === 'SpreadElement';

function textOf(properties: ObjectExpression): Node | undefined {
  const html = valueOf(properties, 'dangerouslySetInnerHTML');
  return html?.type === 'ObjectExpression' ? valueOf(html, '__html') : (html ?? valueOf(properties, 'children'));
}

function typeOf(properties: ObjectExpression): string | undefined {
  const type = valueOf(properties, 'type');
  return type === undefined ? '' : type.type === 'StringLiteral' ? type.value : undefined;
}

function valueOf({ properties }: ObjectExpression, name: string): Node | undefined {
  for (const property of properties) {
    if (property.type !== 'ObjectProperty') continue;
    const { key, value } = property;
    if ((key.type === 'Identifier' && key.name === name) || (key.type === 'StringLiteral' && key.value === name))
      return value;
  }
  return undefined;
}

/** Whether it is a text, or is put together of texts and of constants that are texts. */
function isText(node: Node | null | undefined, scope: Scope): boolean {
  if (node?.type === 'StringLiteral') return true;
  if (node?.type === 'Identifier') return isConstant(node.name, scope);
  return node?.type === 'TemplateLiteral' && node.expressions.every((one) => isText(one, scope));
}

/** What a function or a block declares; by minified names the scopes are all that tells one from another. `undefined`: not a constant. */
type Scope = { declared: Map<string, Node | null | undefined>; isBlock: boolean; outer: Scope | undefined };

function isConstant(name: string, scope: Scope): boolean {
  for (let at: Scope | undefined = scope; at; at = at.outer)
    if (at.declared.has(name)) {
      const value = at.declared.get(name);
      at.declared.set(name, undefined); // So that one which is declared by itself ends.
      const is = isText(value, at);
      at.declared.set(name, value);
      return is;
    }
  return false;
}

/** Calls `look` with each node, in the order of the code, once all declarations are known. */
function visit(program: Node, look: (node: Node, scope: Scope) => void): void {
  const found: [Node, Scope][] = [];
  const top: Scope = { declared: new Map(), isBlock: false, outer: undefined };
  const waiting: [unknown, Scope][] = [[program, top]]; // A list, since a minified chain of calls may be thousands deep.
  while (waiting.length > 0) {
    const [next, outer] = waiting.pop()!;
    if (Array.isArray(next)) for (const one of [...(next as unknown[])].reverse()) waiting.push([one, outer]);
    if (typeof next !== 'object' || next === null || !('type' in next)) continue;
    const scope = scopeOf(next as Node, outer);
    found.push([next as Node, scope]);
    const inside = Object.entries(next).filter(([key, one]) => typeof one === 'object' && !/Comments$|^loc$/.test(key));
    for (const [, one] of inside.reverse()) waiting.push([one, scope]);
  }
  for (const [node, scope] of found) look(node, scope);
}

/** The scope inside of a node, which gets what the node declares. */
function scopeOf(node: Node, outer: Scope): Scope {
  if (node.type === 'VariableDeclaration') {
    let scope = outer;
    while (node.kind === 'var' && scope.isBlock && scope.outer) scope = scope.outer;
    for (const { id, init } of node.declarations)
      for (const name of namesIn(id)) scope.declared.set(name, id.type === 'Identifier' ? init : undefined);
  }
  const isFunction = 'params' in node && 'body' in node;
  if (!isFunction && node.type !== 'BlockStatement') return outer;
  const declared = isFunction ? (node.params as Node[]).flatMap(namesIn).map((name) => [name, undefined] as const) : [];
  return { declared: new Map(declared), isBlock: !isFunction, outer };
}

/** What a pattern gives a value to. */
function namesIn(pattern: Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesIn(one.type === 'RestElement' ? one : one.value));
    default:
      return [];
  }
}
