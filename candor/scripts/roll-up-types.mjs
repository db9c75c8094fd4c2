// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Writes the `types` of each entry point that package.json exports: one file with its declarations and those they refer to. So what is
 * published names nothing but Next, React and the language, and what is public can be read in one place.
 * @param {string} root of the package, in which tsc has written dist/
 */
export function rollUpTypes(root) {
  const entries = entryPoints(root);
  const program = programOf(entries.map(({ input }) => input));
  for (const { input, types } of entries) {
    mkdirSync(dirname(types), { recursive: true });
    writeFileSync(types, rolledUp(program, join(root, 'dist'), input));
  }
}

/**
 * The names under which the package is imported, the declarations that tsc has written for each, and its types.
 * @param {string} root
 */
export function entryPoints(root) {
  /** @type {{ exports: Record<string, string | Record<string, string>> }} */
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([name, entry]) => {
    if (typeof entry === 'string' || !entry.types || !entry.default) return [];
    return { name, input: join(root, entry.default.replace(/\.js$/, '.d.ts')), types: join(root, entry.types) };
  });
}

/** @param {string[]} files */
export function programOf(files) {
  const { ESNext } = ts.ModuleKind;
  const { Bundler } = ts.ModuleResolutionKind;
  return ts.createProgram(files, { module: ESNext, moduleResolution: Bundler, types: ['node'], skipLibCheck: true });
}

/**
 * @param {ts.Program} program
 * @param {string} dist
 * @param {string} input
 */
function rolledUp(program, dist, input) {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(input);
  const entry = file && checker.getSymbolAtLocation(file);
  if (!entry) throw new Error(`${input} exports nothing.`);

  /** @type {Map<string, ts.Symbol>} */
  const declared = new Map();
  /** @type {Map<string, Set<string>>} */
  const imported = new Map();

  /** @param {ts.Symbol} symbol */
  function reach(symbol) {
    const other = declared.get(symbol.name);
    if (other === symbol) return;
    if (other) throw new Error(`Two declarations that ${input} reaches are named ${symbol.name}. Rename one.`);
    declared.set(symbol.name, symbol);
    for (const declaration of symbol.declarations ?? []) visit(statementOf(declaration));
  }

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      if (symbol) refer(symbol, node.text);
    }
    ts.forEachChild(node, visit);
  }

  /**
   * @param {ts.Symbol} symbol
   * @param {string} name
   */
  function refer(symbol, name) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declaration = target.declarations?.[0];
    if (!declaration) return;
    if (!relative(dist, declaration.getSourceFile().fileName).startsWith('..')) {
      if (ts.isSourceFile(statementOf(declaration).parent)) reach(target);
      return;
    }
    const specifier = symbol.declarations?.find(ts.isImportSpecifier);
    if (!specifier) return; // It is global, or a member.
    const from = /** @type {ts.StringLiteral} */ (specifier.parent.parent.parent.moduleSpecifier).text;
    const names = imported.get(from) ?? new Set();
    imported.set(from, names.add(specifier.propertyName ? `${specifier.propertyName.text} as ${name}` : name));
  }

  const exported = checker.getExportsOfModule(entry).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    reach(target);
    const isType = !(target.flags & ts.SymbolFlags.Value);
    return `${isType ? 'type ' : ''}${target.name}${target.name === symbol.name ? '' : ` as ${symbol.name}`}`;
  });
  const imports = [...imported].map(
    ([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';`,
  );
  const declarations = [...declared.values()].flatMap((symbol) => (symbol.declarations ?? []).map(textOf));
  return [...imports.sort(), ...declarations, `export { ${exported.sort().join(', ')} };`, ''].join('\n');
}

/**
 * The statement of a file that declares this, or the declaration itself within another.
 * @param {ts.Declaration} declaration
 */
function statementOf(declaration) {
  const isVariable = ts.isVariableDeclaration(declaration) && ts.isVariableStatement(declaration.parent.parent);
  return isVariable ? declaration.parent.parent : declaration;
}

/** @param {ts.Declaration} declaration */
function textOf(declaration) {
  const statement = statementOf(declaration);
  const text = statement.getText();
  const comment =
    statement
      .getFullText()
      .slice(0, -text.length)
      .match(/\/\*\*(?:(?!\/\*\*)[^])*?\*\/\s*$/)?.[0] ?? '';
  return comment + text.replace(/^export (declare )?/, 'declare ').replace(/^declare (type|interface) /, '$1 ');
}
