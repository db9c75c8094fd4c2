/** A text in which nothing moves a terminal's cursor, colours it, or turns the direction of what follows. Lines and tabs stay. */
export function plainText(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
}
