import ts from 'typescript';

/** Compiles a TypeScript module to one that Node runs as it is: relative imports get the extension `.mjs`. */
export function compileModule(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    transformers: { after: [addExtensions] },
  });
  return outputText;
}

function addExtensions({ factory }: ts.TransformationContext) {
  return (file: ts.SourceFile): ts.SourceFile =>
    factory.updateSourceFile(
      file,
      file.statements.map((statement) => {
        if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return statement;
        const { modifiers, importClause, moduleSpecifier, attributes } = statement;
        if (!moduleSpecifier.text.startsWith('.')) return statement;
        const specifier = factory.createStringLiteral(`${moduleSpecifier.text}.mjs`, true);
        return factory.updateImportDeclaration(statement, modifiers, importClause, specifier, attributes);
      }),
    );
}
