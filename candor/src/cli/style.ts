/** How an application writes its code. */
export type Style = { quote: "'" | '"'; semicolon: ';' | '' };

/** The style that most of these texts' lines with an import have. Without any: their other quotes, or what Prettier would choose. */
export function styleOf(texts: readonly string[]): Style {
  const linesWith = (pattern: RegExp) => texts.flatMap((text) => text.match(pattern) ?? []);
  const most = (lines: readonly string[], pattern: RegExp) =>
    lines.filter((line) => pattern.test(line)).length * 2 >= lines.length;
  const imports = linesWith(/^(?:import|export|const)\b.*(['"]).*\1.*$/gm);
  const quoted = imports.length > 0 ? imports : linesWith(/^(?!\s*\/?[*/]).*(['"]).*\1.*$/gm); // No comments.
  const hasSemicolons =
    imports.length > 0 ? most(imports, /;\s*$/) : texts.every((text) => !text.trim() || /;\s*$/m.test(text));
  return { quote: quoted.length > 0 && most(quoted, /'/) ? "'" : '"', semicolon: hasSemicolons ? ';' : '' };
}

/** Our own text, which has single quotes and semicolons, in the style of an application. */
export function inStyle(text: string, { quote, semicolon }: Style): string {
  return text.replaceAll("'", quote).replaceAll(/;$/gm, semicolon);
}

/** A text of ours without all that a formatter may change: quotes, semicolons and white space. */
export function withoutStyle(text: string): string {
  return text.replaceAll(/["'`;\s\uFEFF]/g, '');
}
