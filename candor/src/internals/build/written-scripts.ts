import { createContext, Script } from 'node:vm';

const text = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\[^])*\``;
const name = '[A-Za-z_$][\\w$]*';

// What JSX is compiled to, `(0,r.jsx)(s.default,{…})`. Children come last, and Next asks for an `id` on every inline <Script>.
const html = new RegExp(`\\bdangerouslySetInnerHTML:\\{__html:(${text}|${name})\\}`, 'g');
const children = new RegExp(`[^"'\`],\\{(?:[^{}]*,)?(?:id|strategy):[^{}]*,children:(${text}|${name})\\}\\)`, 'g');

/** The same in the data of a page, `["$","$L5",null,{…}]`. What its HTML elements have as children is not of the code. */
const inData =
  /\["\$","\$L\w+",[^{]*\{(?=[^{}]*"(?:id|strategy)":)[^{}]*?"(?:children|dangerouslySetInnerHTML":\{"__html)":("(?:[^"\\]|\\.)*")\}/g;

const declaration = new RegExp(`(?:\\b(?:let|const|var) |,)(${name})=(${text})`, 'g');

// So far before its use a constant is looked for.
const nearby = 50_000;

/**
 * Finds the texts of inline scripts that stand in an application's code as constants: no visitor has been there. Not found is a
 * text that is put together of others than constants of the same module.
 * @param code that of one file of a build, of any side
 */
export function writtenScripts(code: string): string[] {
  return [...code.matchAll(html), ...code.matchAll(children)].flatMap(({ 1: written = '', index }) => {
    const value = valueOf(written, code.slice(Math.max(0, index - nearby), index));
    const isOfNext = value?.includes('/_next/static/~partytown/'); // In every build.
    return value !== undefined && !isOfNext && isProgram(value) ? [value] : [];
  });
}

/**
 * Finds the texts that `next/script` inserts into a page which was built.
 * @param data that of one page, as a `.rsc` file has it
 */
export function insertedScripts(data: string): string[] {
  return Array.from(data.matchAll(inData), ([, written = '']) => JSON.parse(written) as string).filter(isProgram);
}

/** The value of a text, which may have constants inside, or of the name of one. */
function valueOf(written: string, before: string): string | undefined {
  if (/^["'`]/.test(written) && !written.includes('${')) return String(new Script(written).runInThisContext());
  const constants = createContext({});
  const run = (code: string): unknown => {
    try {
      return new Script(code).runInContext(constants, { timeout: 10_000 });
    } catch {
      return undefined; // It contains something else than constants of its module.
    }
  };
  for (const [, constant, value] of before.matchAll(declaration)) run(`var ${constant}=${value}`);
  const value = run(`(${written})`);
  return typeof value === 'string' ? value : undefined;
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
