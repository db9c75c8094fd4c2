import { join } from 'node:path';
import ts from 'typescript';

/**
 * What types are made of, without their names.
 * @param types by the file of declarations in the folder that exports each
 */
export function shapesOf(folder: string, types: Record<string, string>): string[] {
  const { ESNext: module } = ts.ModuleKind;
  const { Bundler: moduleResolution } = ts.ModuleResolutionKind;
  const files = Object.keys(types).map((file) => join(folder, file));
  const program = ts.createProgram(files, { module, moduleResolution, types: ['node'], skipLibCheck: true });
  const checker = program.getTypeChecker();

  /** Sorted: the compiler's order depends on other files. */
  const nameOf = (type: ts.Type): string =>
    type.isUnion() && !(type.flags & ts.TypeFlags.Boolean)
      ? type.types.map(nameOf).sort().join(' | ')
      : checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);

  function shapeOf(type: ts.Type, indent: string): string {
    if (type.isUnion() && type.types.some(isObject)) {
      return type.types.map((one) => shapeOf(one, indent)).join(' | ');
    }
    const element = checker.isArrayType(type) && checker.getTypeArguments(type as ts.TypeReference)[0];
    if (element) return `Array<${shapeOf(element, indent)}>`;
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index) return `Record<string, ${shapeOf(index, indent)}>`;
    if (!isObject(type)) return nameOf(type);
    const lines = checker.getPropertiesOfType(type).map((property) => {
      const isOptional = property.flags & ts.SymbolFlags.Optional;
      const value = shapeOf(checker.getTypeOfSymbol(property), `${indent}  `);
      return `${indent}  ${property.name}${isOptional ? '?' : ''}: ${value};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }

  return Object.entries(types).map(([file, name]) => {
    const source = program.getSourceFile(join(folder, file));
    const moduleSymbol = source && checker.getSymbolAtLocation(source);
    const symbol = moduleSymbol && checker.getExportsOfModule(moduleSymbol).find((one) => one.name === name);
    if (!symbol) throw new Error(`${file} does not export ${name}.`);
    return shapeOf(checker.getDeclaredTypeOfSymbol(symbol), '');
  });
}

const isObject = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
