/** Our own text, which has single quotes and semicolons, with the quotes and semicolons of a team's. */
export function inStyle(text: string, sample: string): string {
  const count = (quote: string) => sample.split(quote).length;
  const quote = count('"') > count("'") ? '"' : "'";
  const semicolon = /;[ \t]*\r?$/m.test(sample) || !/^import\b/m.test(sample) ? ';' : '';
  return text.replaceAll("'", quote).replaceAll(/;$/gm, semicolon);
}

/** A text of ours without all that a formatter may change: quotes, semicolons and white space. */
export function withoutStyle(text: string): string {
  return text.replaceAll(/["'`;\s\uFEFF]/g, '');
}
