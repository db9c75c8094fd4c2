import { parse } from '@babel/parser';
import type { Expression, Node, ObjectExpression } from '@babel/types';

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
  const constants = new Set<string>();
  const elements: ScriptElement[] = [];
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isText(node.init, constants))
      constants.add(node.id.name);
    if (node.type !== 'CallExpression') return;
    const [tag, properties] = node.arguments;
    if (tag?.type !== 'StringLiteral' || tag.value !== 'script' || properties?.type !== 'ObjectExpression') return;
    const text = textOf(properties);
    if (text === undefined || valueOf(properties, 'src') !== undefined) return;
    elements.push({
      line: node.loc?.start.line ?? 1,
      column: node.loc?.start.column ?? 0,
      isConstant: isText(text, constants),
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
function isText(node: Node | Expression | null | undefined, constants: ReadonlySet<string>): boolean {
  if (node?.type === 'StringLiteral') return true;
  if (node?.type === 'Identifier') return constants.has(node.name);
  return node?.type === 'TemplateLiteral' && node.expressions.every((one) => isText(one, constants));
}

/** Calls `look` with each node, in the order of the code. */
function visit(value: unknown, look: (node: Node) => void): void {
  const waiting: unknown[] = [value]; // A list, since a minified chain of calls may be thousands deep.
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) for (const one of [...(next as unknown[])].reverse()) waiting.push(one);
    if (typeof next !== 'object' || next === null || !('type' in next)) continue;
    look(next as Node);
    const inside = Object.entries(next).filter(([key, one]) => typeof one === 'object' && !/Comments$|^loc$/.test(key));
    for (const [, one] of inside.reverse()) waiting.push(one);
  }
}
