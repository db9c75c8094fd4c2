import { requireCompiled } from '../internals/build/require-compiled.js';
import type { Messages } from '../shared/define-messages.js';
import { messagesKey } from '../shared/messages-key.js';
import type { WordsByTag } from './check-messages.js';

// `node print-messages.js FILE` prints the team's words as one line of JSON: `WordsByTag`. FILE is the compiled instrumentation.

type Load = () => Promise<{ default: Messages<string> }>;

await requireCompiled(process.argv[2]!);
const load = Reflect.get(globalThis, messagesKey) as Load | undefined;
if (load === undefined) throw new Error('instrumentation.ts exports no register of Candor’s.');
const { default: messages } = await load();
const words: WordsByTag = {};
for (const [tag, loadWords] of Object.entries(messages)) {
  try {
    words[tag] = { ...(await loadWords()) };
  } catch (error) {
    words[tag] = error instanceof Error ? error.message : String(error);
  }
}
process.stdout.write(`\n${JSON.stringify(words)}\n`, () => process.exit(0));
