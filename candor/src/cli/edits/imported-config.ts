import type { Node, Program } from '@babel/types';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joinSlashes } from 'node:path/posix';
import { findFiles, read } from '../application.js';
import { readSource } from './source.js';

/**
 * Where else than in `next.config` itself an application calls `withCandor`: in a file that it imports, one step away.
 * @returns the path of that file; `unseen`: what it exports comes from a place that is not looked at, as a package
 */
export function wrappedElsewhere(folder: string, path: string, whole: string): { path: string } | 'unseen' | undefined {
  const { program } = readSource(whole);
  for (const { specifier, name } of importsOf(program)) {
    const file = specifier.startsWith('.') ? fileOf(folder, joinSlashes(dirname(path), specifier)) : undefined;
    if (file === undefined && name !== undefined && name === exportedName(program)) return 'unseen';
    if (file !== undefined && /\bwithCandor\s*\(/.test(read(folder, file) ?? '')) return { path: file };
  }
  return undefined;
}

type Import = { specifier: string; /** What the whole of it is called here. */ name: string | undefined };

/** Those at the top of a file: `import`, `export … from`, and `require` as a variable or as what is exported. */
function importsOf({ body }: Program): Import[] {
  return body.flatMap((statement): Import[] => {
    if (statement.type === 'ImportDeclaration')
      return [{ specifier: statement.source.value, name: statement.specifiers[0]?.local.name }];
    if (statement.type === 'ExportNamedDeclaration' && statement.source)
      return [{ specifier: statement.source.value, name: exportedHere }];
    if (statement.type === 'VariableDeclaration')
      return statement.declarations.flatMap(({ id, init }) =>
        required(init, id.type === 'Identifier' ? id.name : undefined),
      );
    return statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression'
      ? required(statement.expression.right, exportedHere)
      : [];
  });
}

/** In the place of a name, where a file is imported and exported at once. */
const exportedHere = '(exported)';

function required(node: Node | null | undefined, name: string | undefined): Import[] {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return [];
  const [argument] = node.arguments;
  return argument?.type === 'StringLiteral' ? [{ specifier: argument.value, name }] : [];
}

/** What a file exports as its default, if that is a name. */
function exportedName({ body }: Program): string {
  for (const statement of body) {
    const value =
      statement.type === 'ExportDefaultDeclaration'
        ? statement.declaration
        : statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression'
          ? statement.expression.right
          : undefined;
    if (value?.type === 'Identifier') return value.name;
  }
  return exportedHere;
}

function fileOf(folder: string, path: string): string | undefined {
  const known = [path, ...findFiles(folder, path), ...findFiles(folder, `${path}/index`)];
  return known.find((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile());
}
