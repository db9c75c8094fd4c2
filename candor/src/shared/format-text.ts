/** Puts a value in place of each `{name}`; numbers as the language writes them. */
export function formatText(text: string, values: Record<string, string | number>, lang: string): string {
  const valueOf = new Map(Object.entries(values));
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = valueOf.get(name);
    return typeof value === 'number' ? new Intl.NumberFormat(lang).format(value) : (value ?? whole);
  });
}
