import { Script } from 'node:vm';

/** Texts of inline scripts that stand in an application's code as constants. No visitor has been there. */
export type WrittenScripts = {
  /** Of `<script>`. */
  elements: string[];
  /** Of components, such as `<Script>` of `next/script`, which inserts an element in the browser. */
  inserted: string[];
};

const text = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\[^])*\``;
const name = '[A-Za-z_$][\\w$]*';

// What JSX is compiled to: `(0,r.jsx)("script",{…})`, `(0,r.jsx)(s.default,{…})`. Children come last, and Next asks for an `id`
// on every inline <Script>.
const html = new RegExp(`("script",\\{[^{}]*?)?\\bdangerouslySetInnerHTML:\\{__html:(${text}|${name})\\}`, 'g');
const children = new RegExp(`[^"'\`],\\{(?:[^{}]*,)?(?:id|strategy):[^{}]*,children:(${text}|${name})\\}\\)`, 'g');

// So far before its use a constant is looked for.
const nearby = 50_000;

/**
 * Finds them in compiled code of any side. Not found is a text that is put together of others than constants of the same module.
 * @param code that of one file of a build
 */
export function writtenScripts(code: string): WrittenScripts {
  const programs = (written: string, index: number) => {
    const value = valueOf(written, code.slice(Math.max(0, index - nearby), index));
    return value !== undefined && isProgram(value) ? [value] : [];
  };
  const found: WrittenScripts = { elements: [], inserted: [] };
  for (const { 1: element, 2: written = '', index } of code.matchAll(html)) {
    if (element?.includes('data-partytown-config')) continue; // Next's own, in every build.
    found[element === undefined ? 'inserted' : 'elements'].push(...programs(written, index));
  }
  for (const { 1: written = '', index } of code.matchAll(children)) found.inserted.push(...programs(written, index));
  return found;
}

/** The value of a text, which may have constants inside, or of the name of one. */
function valueOf(written: string, before: string): string | undefined {
  const isName = (part: string) => new RegExp(`^${name}$`).test(part);
  const inside = written.startsWith('`')
    ? Array.from(written.matchAll(/(?<!\\)\$\{([^}]*)\}?/g), ([, part = '']) => part)
    : [];
  const names = isName(written) ? [written] : inside;
  if (!names.every(isName)) return undefined;
  const values = names.map((each) => [each, declared(each, before)] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return String(new Script(`(${written})`).runInNewContext(Object.fromEntries(values)));
}

function declared(variable: string, before: string): string | undefined {
  const declarations = new RegExp(`(?:\\b(?:let|const|var) |,)${variable.replaceAll('$', '\\$')}=(${text})`, 'g');
  const last = [...before.matchAll(declarations)].at(-1);
  return last && valueOf(last[1] ?? '', before.slice(0, last.index));
}

/** Whether it does anything as a script. Most texts of an application are words, HTML or styles. */
function isProgram(value: string): boolean {
  if (!/[(=]/.test(value)) return false;
  try {
    return new Script(value) instanceof Script; // Compiles it, and runs nothing.
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
