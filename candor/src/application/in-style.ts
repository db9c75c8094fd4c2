/** Our text, which has single quotes and semicolons, with a team's quotes and semicolons. */
export function inStyle(text: string, sample: string): string {
  const count = (quote: string) => sample.split(quote).length;
  const quote = count('"') > count("'") ? '"' : "'";
  const semicolon = /;[ \t]*\r?$/m.test(sample) || !/^import\b/m.test(sample) ? ';' : '';
  return text.replaceAll("'", quote).replaceAll(/;$/gm, semicolon);
}

/** A text without what a formatter may change. */
export function withoutStyle(text: string): string {
  return text.replaceAll(/["'`;\s\uFEFF]/g, '');
}
