import { createInterface } from 'node:readline/promises';

/** What a command needs of the world around it. */
export type Terminal = {
  print(text: string): void;
  /** `undefined`: there is nobody to ask. */
  ask?(question: string): Promise<string>;
};

/** A text of others, with nothing in it that moves a cursor or hides what was printed. */
export function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, '\uFFFD');
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const print = (text: string) => void process.stdout.write(printable(text.endsWith('\n') ? text : `${text}\n`));
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { print };
  return {
    print,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      const answer = await lines.question(printable(question));
      lines.close();
      return answer.trim();
    },
  };
}
