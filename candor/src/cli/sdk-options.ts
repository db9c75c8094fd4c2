import { createHash } from 'node:crypto';
import { optionFileNames, startsOfSdk, takeOutInit } from '../build/sdk-option-files.js';
import { findFile, read, type Application } from './application.js';
import { readSdkInits, type SdkInit } from './edits/sdk-inits.js';
import { readSource } from './edits/source.js';
import { joined, type Change, type Leftover, type Plan } from './plan.js';
import { inStyle, withoutStyle } from './style.js';

/** Options of the SDK that `defineSdkOptions` accepts. */
const known = ['release', 'ignoreErrors', 'beforeSend'];

type PlacedInit = SdkInit & {
  path: string;
  /** The name of the file that has the team's options of that runtime under Candor. */
  target: string;
};

/**
 * Carries the options of each start of the SDK into the file that Candor reads, where these mean the same there and no file has that
 * name. Names the start, which a person takes out, with what could not be carried.
 */
export function planSdkOptions(application: Application): Plan {
  const inits = Object.entries(startsOfSdk).flatMap(([name, target]) => initsIn(application, name, target));
  return joined(
    optionFileNames.map((target) => {
      const own = inits.filter((init) => init.target === target);
      const change = carry(application, own);
      const path = change?.path ?? findOptionFile(application, target);
      const text = change?.after ?? (path === undefined ? '' : (read(application.folder, path) ?? ''));
      const file = path !== undefined && text.includes('defineSdkOptions') ? { path, text } : undefined;
      return { changes: change ? [change] : [], left: own.map((init) => leftOf(application, init, file)) };
    }),
  );
}

/** Takes such files out again, if nobody changed them. */
export function removeSdkOptions(application: Application): Plan {
  const changes = optionFileNames.flatMap((target): Change[] => {
    const path = findOptionFile(application, target);
    const before = path === undefined ? undefined : read(application.folder, path);
    return path !== undefined && before !== undefined && isAsWritten(before)
      ? [{ path, before, after: undefined }]
      : [];
  });
  return { changes, left: [] };
}

/** Whether `init` writes such a file for a team's options. */
export function isOptionFile(path: string): boolean {
  return optionFileNames.some((name) => path.includes(name));
}

// The SDK reads its configuration from the top folder, whatever else is in `src/`.
const findOptionFile = ({ folder, sources }: Application, name: string) =>
  [sources, ''].map((inner) => findFile(folder, inner + name)).find((found) => found !== undefined);

function initsIn(application: Application, name: string, target: string): PlacedInit[] {
  const path = findOptionFile(application, name);
  const text = path === undefined ? '' : (read(application.folder, path) ?? '');
  if (path === undefined || !text.includes('init(') || !text.includes('@sentry/')) return [];
  try {
    return readSdkInits(readSource(text)).map((init) => ({ ...init, path, target }));
  } catch (error) {
    if (error instanceof SyntaxError) return []; // Who changes this file says so.
    throw error;
  }
}

/** `undefined`: nothing can be carried, several starts have other options, or the file is there already. */
function carry(application: Application, inits: readonly PlacedInit[]): Change | undefined {
  const [first] = inits;
  if (first === undefined || findOptionFile(application, first.target) !== undefined) return undefined;
  const [text, ...others] = inits.map((init) => {
    const options = (init.options ?? []).filter(({ canMove }) => canMove);
    const lines = options.map((option) => option.text).join('\n');
    return { lines, isTyped: /tsx?$/.test(init.path) && options.some(({ name }) => name === 'beforeSend') };
  });
  if (!text?.lines || others.some(({ lines }) => lines !== text.lines)) return undefined;
  const path = `${application.sources}${first.target}.${/tsx?$/.test(first.path) ? 'ts' : 'js'}`;
  return { path, before: undefined, after: signed(first.path, optionsFile(application, text.lines, text.isTyped)) };
}

/** @param isTyped whether parameters have their types from the SDK's own options, as they had before */
function optionsFile({ style }: Application, lines: string, isTyped = false): string {
  const [top, end] = [
    isTyped ? `import type { init } from '@sentry/nextjs';\n` : '',
    isTyped ? '} satisfies Parameters<typeof init>[0]);' : '});',
  ];
  const start = inStyle(
    `${top}import { defineSdkOptions } from 'candor';\n\nexport default defineSdkOptions({\n`,
    style,
  );
  return `${start}${lines}\n${inStyle(end, style)}\n`;
}

/** With a line by which `remove` knows whether somebody changed the file. */
const signed = (from: string, text: string) =>
  `// Of the Sentry.init in ${from}. If nobody changes this file, \`candor remove\` takes it out: ${signatureOf(text)}\n${text}`;

function isAsWritten(whole: string): boolean {
  const [, signature, text = ''] = /^\uFEFF?\/\/ Of the Sentry\.init in .*: (\w{8})\r?\n([^]*)$/.exec(whole) ?? [];
  return signature !== undefined && signatureOf(text) === signature;
}

const signatureOf = (text: string) => createHash('sha256').update(withoutStyle(text)).digest('hex').slice(0, 8);

function leftOf(
  application: Application,
  { path, line, target, options }: PlacedInit,
  file: { path: string; text: string } | undefined,
): Leftover {
  const named = options ?? [];
  const wanted = named.filter(({ name }) => known.includes(name));
  const isCarried = (name: string) => file !== undefined && new RegExp(`\\b${name}\\b`).test(file.text);
  const carried = wanted.flatMap(({ name }) => (isCarried(name) ? [name] : []));
  const rest = wanted.filter(({ name }) => !carried.includes(name));
  const lost = named.map(({ name }) => name).filter((name) => !known.includes(name) && name !== 'dsn');
  const to = file?.path ?? `${target}.${application.isTypeScript ? 'ts' : 'js'}`;
  const lines = rest.map(({ text }) => text).join('\n');
  const says = [
    takeOutInit,
    lost.length > 0 && `Candor has nothing for ${lost.join(', ')}.`,
    carried.length > 0 && `${file?.path} takes over ${carried.join(', ')}.`,
    rest.length > 0 && (file ? `Put this into ${to}, with what it needs of this file:` : `Put the rest into ${to}:`),
    options === undefined && `Put those of its options that Candor has (${known.join(', ')}) into ${to}.`,
  ];
  return {
    path,
    line,
    says: says.filter(Boolean).join(' '),
    ...(rest.length > 0 && { write: file ? lines : optionsFile(application, lines).trimEnd() }),
  };
}
