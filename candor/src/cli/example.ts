import { findFile, read, settingOf, type Application } from './application.js';
import type { Leftover } from './plan.js';
import { inStyle } from './style.js';

const name = 'candor-example';

const page = (fails: string) => `import { ThrowButton } from './throw-button';

export const metadata = { title: 'Failures on purpose', robots: { index: false } };

async function fail() {
  'use server';
  throw new Error('A Server Action, on purpose');
}

export default function CandorExample() {
  return (
    <main style={{ display: 'grid', gap: '1rem', justifyItems: 'start', padding: '2rem' }}>
      <h1>Failures on purpose</h1>
      <a href="${fails}" style={{ textDecoration: 'underline' }}>
        A page that fails while it is rendered
      </a>
      <form action={fail}>
        <button style={{ textDecoration: 'underline' }}>A Server Action that fails</button>
      </form>
      <ThrowButton />
    </main>
  );
}
`;

const button = `'use client';

export function ThrowButton() {
  const fail = () => {
    throw new Error('An event handler, on purpose');
  };
  return (
    <button onClick={fail} style={{ textDecoration: 'underline' }}>
      An event handler that fails in the browser, and leaves the page as it is
    </button>
  );
}
`;

// Within <Suspense>, since with Cache Components a build accepts what waits for a request nowhere else. An arrow function, since for
// TypeScript such a declaration returns nothing, which is not a component.
const failing = `import { Suspense } from 'react';
import { connection } from 'next/server';

export const metadata = { robots: { index: false } };

const Failing = async () => {
  await connection();
  throw new Error('A Server Component, on purpose');
};

export default function Page() {
  return (
    <Suspense>
      <Failing />
    </Suspense>
  );
}
`;

/** A page with failures on purpose, below the first root layout that a visitor would find, in the application's own style. */
export function exampleFiles(application: Application): { path: string; text: string }[] {
  const { folder, config, isTypeScript, sources, style } = application;
  const place = `${sources}app/${layoutOf(application)}${name}`;
  // Relative, so that it leads there below a `basePath` and a segment for the language, too.
  const fails = /\btrailingSlash:\s*true\b/.test(config?.text ?? '') ? 'fails/' : `${name}/fails`;
  return [
    [`${place}/page`, page(fails)] as const,
    [`${place}/throw-button`, button] as const,
    [`${place}/fails/page`, failing] as const,
  ].map(([file, text]) => ({
    path: findFile(folder, file) ?? `${file}.${isTypeScript ? 'tsx' : 'js'}`,
    text: inStyle(text, style),
  }));
}

/** Where a site shows it; a segment for the language and the like stays as the folder is named. */
export function exampleAddress(application: Application): string {
  const segments = layoutOf(application).split('/').filter(isOfAddress);
  return `${settingOf(application, 'basePath') ?? ''}/${[...segments, name].join('/')}`;
}

/** The example, where an application has it: it is not meant for visitors. */
export function exampleLeft(application: Application): Leftover[] {
  const [first] = exampleFiles(application);
  if (first === undefined || read(application.folder, first.path) === undefined) return [];
  const says = 'Anybody can make this site fail here. `npx candor remove --example` takes the example out.';
  return [{ path: first.path, says, isOptional: true }];
}

/** The one with the shortest address: one further down is more likely to ask for a login. */
function layoutOf({ rootLayouts }: Application): string {
  const lengthOf = (layout: string) => layout.split('/').filter(isOfAddress).length;
  return [...rootLayouts].sort((one, other) => lengthOf(one) - lengthOf(other))[0] ?? '';
}

/** Not so of a route group. */
const isOfAddress = (segment: string) => segment !== '' && !segment.startsWith('(');
