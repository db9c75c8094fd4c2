import { parse, type ParserOptions } from '@babel/parser';
import type { Node, Program, Statement } from '@babel/types';

/** A replacement of the text from `start` to `end`. */
export type Edit = { start: number; end: number; text: string };

/** A file of code: its text without a byte order mark, and what it means. */
export type Source = {
  text: string;
  program: Program;
  newline: '\n' | '\r\n';
  /** The whole file with these edits. All that they do not name stays as it is, to the byte. */
  with(edits: readonly Edit[]): string;
  line(position: number): number;
};

const options: ParserOptions = { sourceType: 'unambiguous', plugins: ['typescript', 'jsx', 'importAttributes'] };

/** @throws SyntaxError, with the line */
export function readSource(whole: string): Source {
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = whole.slice(mark.length);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const { program } = parse(text, options);
  return {
    text,
    program,
    newline,
    with: (edits) =>
      mark +
      apply(
        text,
        edits.map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', newline) })),
      ),
    line: (position) => text.slice(0, position).split('\n').length,
  };
}

function apply(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((one, other) => other.start - one.start || other.end - one.end);
  return ordered.reduce((left, { start, end, text: added }) => left.slice(0, start) + added + left.slice(end), text);
}

/** Puts a line before the first statement, after directives and a comment above them that belongs to the file. */
export function lineAtTop({ program, text }: Source, line: string): Edit {
  const last = program.directives.at(-1);
  const firstImport = program.body.find(({ type }) => type === 'ImportDeclaration');
  const at = firstImport ? startOf(firstImport) : last ? afterLine(text, endOf(last)) : startOfCode(program, text);
  return { start: at, end: at, text: `${line}\n` };
}

/** Takes out a statement with its line, and an empty line that would be left doubled. */
export function withoutStatement({ text }: Source, statement: Statement): Edit {
  const start = text.lastIndexOf('\n', startOf(statement) - 1) + 1;
  const isAlone = text.slice(start, startOf(statement)).trim() === '';
  const end = afterLine(text, endOf(statement));
  return { start: isAlone ? start : startOf(statement), end, text: '' };
}

/** The nodes directly below one, except for those of these properties. */
export function children(node: Node, except: readonly string[] = []): Node[] {
  return Object.entries(node)
    .filter(([key]) => !/Comments$|^loc$/.test(key) && !except.includes(key))
    .flatMap(([, value]) => value as unknown)
    .filter((one): one is Node => typeof one === 'object' && one !== null && 'type' in one);
}

export const startOf = (node: { start?: number | null }) => node.start!;
export const endOf = (node: { end?: number | null }) => node.end!;

function afterLine(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end < 0 ? text.length : end + 1;
}

/** After comments that belong to the file: those with an empty line below them, and those for tools. */
function startOfCode(program: Program, text: string): number {
  const [first] = program.body;
  if (first === undefined) return text.length;
  const comments = first.leadingComments ?? [];
  const ofStatement = comments.findIndex(
    (comment, index) =>
      !/@ts-|eslint-|@license|^!/.test(comment.value) &&
      !/\n\s*\n/.test(text.slice(endOf(comment), startOf(comments[index + 1] ?? first))),
  );
  return startOf(comments[ofStatement] ?? first);
}
