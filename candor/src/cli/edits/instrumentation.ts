import type { BlockStatement, Statement } from '@babel/types';
import { inStyle, styleOf } from '../style.js';
import { NotUnderstood } from './next-config.js';
import { endOf, lineAtTop, readSource, startOf, withoutStatement, type Edit, type Source } from './source.js';

const ours = /['"]candor\/instrumentation(-client)?['"]/;
const call = 'await startCandor();';

/**
 * Adds Candor to an `instrumentation` file that an application has already: its `register` starts Candor first, and requests that fail are
 * handed to Candor, if nobody else is called for them.
 * @throws NotUnderstood, SyntaxError
 */
export function addToInstrumentation(whole: string): string {
  const source = readSource(whole);
  const style = styleOf([source.text]);
  if (ours.test(source.text)) return whole;
  const own = exportOf(source, 'onRequestError');
  if (own !== undefined) {
    const line = source.line(startOf(own));
    throw textOf(source, own).includes('captureRequestError')
      ? new NotUnderstood(
          'This onRequestError is the SDK’s, and reports past Candor. Take it out, and run `candor init` again.',
          { line, isAdvice: true },
        )
      : new NotUnderstood('This onRequestError has to call that of candor/instrumentation too.', { line });
  }
  const register = exportOf(source, 'register');
  if (register === undefined) {
    const line = inStyle(`export { onRequestError, register } from 'candor/instrumentation';`, style);
    return source.with([lineAtTop(source, line)]);
  }
  const body = asyncBodyOf(register);
  if (body === undefined)
    throw new NotUnderstood('Its register is not an async function that is written in this file.');
  const lines = [
    `export { onRequestError } from 'candor/instrumentation';`,
    `import { register as startCandor } from 'candor/instrumentation';`,
  ];
  const at = startOf(body) + 1;
  const indent = /\n([ \t]+)\S/.exec(source.text.slice(at))?.[1] ?? '  ';
  return source.with([
    lineAtTop(source, inStyle(lines.join('\n'), style)),
    { start: at, end: at, text: `\n${indent}${inStyle(call, style)}` },
  ]);
}

/** Adds the line of `instrumentation-client`. @throws SyntaxError */
export function addToClient(whole: string): string {
  const source = readSource(whole);
  const style = styleOf([source.text]);
  if (ours.test(source.text)) return whole;
  return source.with([lineAtTop(source, inStyle(`export * from 'candor/instrumentation-client';`, style))]);
}

/**
 * An `onRouterTransitionStart` in the application's own `instrumentation-client`, which hides Candor's.
 * @returns its line, and what to do with it
 */
export function ownTransitionStart(whole: string): { line: number; says: string; write?: string } | undefined {
  const source = readSource(whole);
  const own = exportOf(source, 'onRouterTransitionStart');
  if (own === undefined) return undefined;
  const line = source.line(startOf(own));
  return textOf(source, own).includes('captureRouterTransitionStart')
    ? { line, says: 'Take this out: it is for the tracing of the SDK, and hides Candor’s function of this name.' }
    : {
        line,
        says: 'This hides Candor’s function of the same name. Call that one first:',
        write: inStyle(
          `import { onRouterTransitionStart as recordTransition } from 'candor/instrumentation-client';`,
          styleOf([source.text]),
        ),
      };
}

/**
 * Takes out what `addToInstrumentation` and `addToClient` add.
 * @throws NotUnderstood where the rest of the file uses what it imports of Candor; SyntaxError
 */
export function takeOutOfInstrumentation(whole: string): string {
  const source = readSource(whole);
  const isOurs = (statement: Statement) =>
    /^(Import|Export)/.test(statement.type) && ours.test(textOf(source, statement));
  const statements = source.program.body.filter(isOurs);
  const edits: Edit[] = statements.map((statement) => withoutStatement(source, statement));
  const register = exportOf(source, 'register');
  const first = register && asyncBodyOf(register)?.body[0];
  if (first && /^await startCandor\(\);?$/.test(textOf(source, first))) {
    const before = source.text.lastIndexOf('\n', startOf(first));
    edits.push({ start: source.text[before - 1] === '\r' ? before - 1 : before, end: endOf(first), text: '' });
  }
  const left = source.with(edits);
  const names = source.program.body.filter(isOurs).flatMap(namesOf);
  const used = names.find((name) => new RegExp(`\\b${name}\\b`).test(left));
  if (used !== undefined) throw new NotUnderstood(`It uses ${used}.`);
  return left;
}

/** What an import calls the things that it imports. */
function namesOf(statement: Statement): string[] {
  return statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [];
}

/** The exported declaration of this name: of a function, or of a variable. */
function exportOf({ program }: Source, name: string): Statement | undefined {
  return program.body.find((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return false;
    const { declaration, specifiers } = statement;
    if (declaration?.type === 'FunctionDeclaration') return declaration.id?.name === name;
    if (declaration?.type === 'VariableDeclaration')
      return declaration.declarations.some(({ id }) => id.type === 'Identifier' && id.name === name);
    return specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === name);
  });
}

const textOf = ({ text }: Source, node: Statement) => text.slice(startOf(node), endOf(node));

function asyncBodyOf(statement: Statement): BlockStatement | undefined {
  if (statement.type !== 'ExportNamedDeclaration') return undefined;
  const { declaration } = statement;
  if (declaration?.type === 'FunctionDeclaration') return declaration.async ? declaration.body : undefined;
  const [variable] = declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  const made = variable?.init;
  if (made?.type !== 'ArrowFunctionExpression' && made?.type !== 'FunctionExpression') return undefined;
  return made.async && made.body.type === 'BlockStatement' ? made.body : undefined;
}
