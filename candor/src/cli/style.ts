/** How an application writes its code. */
export type Style = { quote: "'" | '"'; semicolon: ';' | '' };

/** The style that most of these texts' lines with an import have. Without any: what Prettier would choose. */
export function styleOf(texts: readonly string[]): Style {
  const imports = texts.flatMap((text) => text.match(/^(?:import|export|const)\b.*(['"]).*\1.*$/gm) ?? []);
  const most = (pattern: RegExp) => imports.filter((line) => pattern.test(line)).length * 2 >= imports.length;
  const hasSemicolons = imports.length > 0 ? most(/;\s*$/) : texts.every((text) => !text.trim() || /;\s*$/m.test(text));
  return { quote: imports.length > 0 && most(/'/) ? "'" : '"', semicolon: hasSemicolons ? ';' : '' };
}

/** Our own text, which has single quotes and semicolons, in the style of an application. */
export function inStyle(text: string, { quote, semicolon }: Style): string {
  return text.replaceAll("'", quote).replaceAll(/;$/gm, semicolon);
}
