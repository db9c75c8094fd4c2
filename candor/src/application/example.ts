import { findFile, read, settingOf, type Application } from './read-application.js';
import { inStyle } from './in-style.js';
import type { Leftover } from './plan.js';

const name = 'candor-example';

// Within <Suspense>, since with Cache Components a build accepts what waits for a request nowhere else.
const page = (props: string, types: string) => `import { Suspense } from 'react';

export const metadata = { title: 'Failures on purpose', robots: { index: false } };
${types}
async function act() {
  'use server';
  await Promise.resolve();
  throw new Error('A Server Action, on purpose');
}

async function Failing({ searchParams }${props}) {
  if ('fail' in (await searchParams)) throw new Error('A Server Component, on purpose');
  return <a href="?fail">A page that fails while it is rendered</a>;
}

export default function CandorExample({ searchParams }${props}) {
  return (
    <main style={{ display: 'grid', gap: '1rem', justifyItems: 'start', padding: '2rem' }}>
      <h1>Failures on purpose</h1>
      <Suspense>
        <Failing searchParams={searchParams} />
      </Suspense>
      <form action={act}>
        <button type="submit">A Server Action that fails</button>
      </form>
    </main>
  );
}
`;

const typed = page(
  ': Props',
  '\ntype Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };\n',
);

/** A page with failures on purpose. */
export function exampleFile(application: Application): { path: string; text: string } {
  const { folder, isTypeScript, sources, sample } = application;
  const file = `${sources}app/${layoutOf(application)}${name}/page`;
  return {
    path: findFile(folder, file) ?? `${file}.${isTypeScript ? 'tsx' : 'js'}`,
    text: inStyle(isTypeScript ? typed : page('', ''), sample),
  };
}

export function exampleAddress(application: Application, language: string | undefined): { path: string; says: string } {
  const segments = layoutOf(application).split('/').filter(isOfAddress);
  const known = segments.map((segment) => (/^\[(?:locale|lang|lng|language)\]$/.test(segment) && language) || segment);
  const open = known.filter((segment) => segment.startsWith('['));
  return {
    path: `${settingOf(application, 'basePath') ?? ''}/${[...known, name].join('/')}`,
    says: open.length > 0 ? ` (with a value of yours for ${open.join(' and ')})` : '',
  };
}

export function exampleLeft(application: Application): Leftover[] {
  const { path } = exampleFile(application);
  if (read(application.folder, path) === undefined) return [];
  const says = 'Anybody can make this site fail here. `npx candor remove --example` takes the example out.';
  return [{ path, says, isOptional: true }];
}

/** The root layout with the shortest address: one further down is more likely to ask for a login. */
function layoutOf({ rootLayouts }: Application): string {
  const lengthOf = (layout: string) => layout.split('/').filter(isOfAddress).length;
  return [...rootLayouts].sort((one, other) => lengthOf(one) - lengthOf(other))[0] ?? '';
}

const isOfAddress = (segment: string) => segment !== '' && !segment.startsWith('(');
