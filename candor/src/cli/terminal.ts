import { createInterface } from 'node:readline/promises';
import { plainText } from './plain-text.js';

/** What a command needs of the world around it. */
export type Terminal = {
  print(text: string): void;
  /** `undefined`: there is nobody to ask. */
  ask?(question: string): Promise<string>;
};

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const print = (text: string) => void process.stdout.write(plainText(text.endsWith('\n') ? text : `${text}\n`));
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { print };
  return {
    print,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      const answer = await lines.question(plainText(question));
      lines.close();
      return answer.trim();
    },
  };
}
