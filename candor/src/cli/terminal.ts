import { createInterface } from 'node:readline/promises';

export type Terminal = {
  print(text: string): void;
  /** `undefined`: there is no terminal. */
  ask?(question: string): Promise<string>;
};

export function processTerminal(): Terminal {
  const { stdin: input, stdout: output } = process;
  const print = (text: string) => void output.write(plainText(text.endsWith('\n') ? text : `${text}\n`));
  const ask = (question: string) => {
    const lines = createInterface({ input, output });
    return lines.question(plainText(question)).finally(() => lines.close());
  };
  return input.isTTY && output.isTTY ? { print, ask } : { print };
}

/** Nothing in it moves a terminal's cursor, colours it, or changes the direction of text. Lines and tabs stay. */
export function plainText(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
}
