import { describe, expect, test } from 'vitest';
import { readSdkInits } from '../../../../candor/src/cli/edits/sdk-inits';
import { readSource } from '../../../../candor/src/cli/edits/source';

const movable = (whole: string) =>
  readSdkInits(readSource(whole)).map(({ options }) =>
    options?.flatMap(({ name, canMove }) => (canMove ? [name] : [])),
  );
/** The names of the options that can move, of an init with this one. */
const ofOption = (option: string, above = '') => movable(`${above}\nSentry.init({ dsn: 'x', ${option} });\n`)[0];

describe('an option can move', () => {
  test.each([
    ['release', `release: 'shop@1.2.3'`],
    ['ignoreErrors', `ignoreErrors: ['a', "b", /c/i]`],
    ['ignoreErrors', `'ignoreErrors': []`],
    ['beforeSend', `beforeSend(event, hint) { return hint.originalException instanceof Error ? event : null; }`],
    [
      'beforeSend',
      `beforeSend: async function (event) { const own = await fetch('/'); return { ...event, extra: { own } }; }`,
    ],
    ['beforeSend', `beforeSend: (event) => (process.env.NODE_ENV === 'test' ? null : event)`],
  ])('%s: %s', (name, option) => {
    expect(ofOption(option)).toEqual([name]);
  });

  test('whose names only stand elsewhere: as properties, and in functions that it is not in', () => {
    const above = `const tags = 1;\nfunction other(event) { const kept = event; return kept; }`;
    expect(ofOption(`beforeSend(event) { const kept = event.tags; return { ...event, tags: kept }; }`, above)).toEqual([
      'beforeSend',
    ]);
  });

  test('that stands in a variable, with its type', () => {
    const options = `{ release: 'a' } satisfies Sentry.NodeOptions`;
    expect(movable(`const options: Options = ${options};\nif (isServer) Sentry.init(options as never);\n`)).toEqual([
      ['release'],
    ]);
  });
});

describe('an option cannot move', () => {
  test.each([
    ['that nobody can know', `release: process.env.RELEASE`],
    ['that defineSdkOptions would refuse', `release: 'shop/1.2.3'`],
    ['with a value of another kind', `ignoreErrors: ['a', other]`],
    ['with what is spread', `ignoreErrors: [...shared]`],
    ['that is a name', `beforeSend`],
    ['that a call makes', `beforeSend: makeBeforeSend()`],
    ['beside options that are spread', `ignoreErrors: [], ...shared`],
    ['beside a name that is computed', `ignoreErrors: [], [name]: []`],
    ['that Candor does not have', `tracesSampleRate: 1`],
    ['with an import', `beforeSend: (event) => scrub(event)`],
    ['with a variable', `beforeSend: (event) => (isOff ? null : event)`],
    ['with a variable in short', `beforeSend: (event) => ({ ...event, isOff })`],
    ['with a type that is imported', `beforeSend: (event: ErrorEvent) => event`],
    ['with a type that is declared', `beforeSend: (event: Own) => event`],
    ['with a type of another file', `beforeSend: (event: import('./own').Event) => event`],
    ['with a file', `beforeSend: async (event) => (await import('./scrub')).scrub(event)`],
    ['with a file in CommonJS', `beforeSend: (event) => require('./scrub').scrub(event)`],
    ['with its address', `beforeSend: (event) => ({ ...event, message: import.meta.url })`],
    ['with this', `beforeSend(event) { return this.scrub(event); }`],
    ['that a property makes', `get beforeSend() { return (event) => event; }`],
    ['that is a generator', `*beforeSend(event) { yield event; }`],
    ['with a name that both declare', `beforeSend: (event) => { const isOff = true; return isOff ? null : event; }`],
  ])('%s: %s', (_, option) => {
    const above = `import { scrub } from './scrub';\nimport type { ErrorEvent } from '@sentry/nextjs';\ntype Own = ErrorEvent;\nconst { a: isOff = false, ...shared } = {};\n`;
    expect(ofOption(option, above)).toEqual([]);
  });

  test('with a parameter or a variable of a function around it', () => {
    const init = (uses: string) =>
      `export function register(given) {\n  for (const one of []) {}\n  try {} catch (caught) {}\n  Sentry.init({ beforeSend: (event) => (${uses} ? event : null) });\n}\n`;
    for (const name of ['given', 'one', 'caught', 'register']) expect(movable(init(name)), name).toEqual([[]]);
    expect(movable(init('other'))).toEqual([['beforeSend']]);
  });
});

test('an init without options has none, and those of a call are not known', () => {
  expect(movable(`Sentry.init();\nSentry.init(optionsOf('server'));\n`)).toEqual([[], undefined]);
});

test('a function keeps its lines, indented as in a file of its own, and a text its white space', () => {
  const init = (lines: string) => `function register() {\r\n    Sentry.init({\r\n        ${lines}\r\n    });\r\n}\r\n`;
  const textOf = (lines: string) => readSdkInits(readSource(init(lines)))[0]?.options?.[0]?.text;
  expect(textOf(`beforeSend() {\r\n            return null;\r\n        },`)).toBe(
    `  beforeSend() {\n      return null;\n  },`,
  );
  const text = `beforeSend() {\n            return \`\n        a\`;\n        }`;
  expect(textOf(text)).toBe(`  ${text},`);
});
