import { basename } from 'node:path';
import { findFile, read, settingOf, type Application } from './read-application.js';
import type { Leftover } from './plan.js';
import { inStyle } from './in-style.js';

/** A file by which Next finds Candor. */
export type Hook = {
  path: string;
  text: string;
  loses: string;
  /** Whether failures go unreported, or have no reference, without it. The others are screens, which are optional. */
  isNeeded: boolean;
  /** What to do if the application has a file of this name already. */
  beside?: string;
};

export const callsCandor = /['"]candor\//;

/** What Candor adds to a small page, compressed. A test compares it with the measured bytes. */
export const addedKilobytes = 3;

/** The path at which browsers report, without its first slash and without `basePath`. */
export function tunnelOf(application: Application): string {
  return settingOf(application, 'tunnel')?.slice(1) ?? 'monitoring';
}

export function hooksOf(application: Application): Hook[] {
  const { folder, sources, rootLayouts, hasPages, isTypeScript, sample } = application;
  const app = `${sources}app/`;
  const hook = (name: string, text: string, loses: string, more: Partial<Hook> = {}): Hook => {
    const extension = !isTypeScript ? 'js' : /candor\/(?:screens|pages)/.test(text) ? 'tsx' : 'ts';
    const path = findFile(folder, name) ?? `${name}.${extension}`;
    return { path, text: inStyle(text, sample), loses, isNeeded: false, ...more };
  };
  const needed = (name: string, text: string, loses: string, beside?: string) =>
    hook(name, text, loses, { isNeeded: true, ...(beside && { beside }) });
  const page = (name: string, component: 'Screen' | 'Document', status: number, loses: string) => {
    const componentName = basename(name).replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const text = `import { Expected${component}, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(${status});

export default function ${componentName}() {
  return <Expected${component} status={${status}} />;
}
`;
    return hook(name, text, `${loses} shows Next’s screen`);
  };
  const exporting = (what: string, module: string) => `export ${what} from 'candor/${module}';\n`;
  const ofServer = exporting('{ onRequestError, register }', 'instrumentation');
  const globalError = `'use client';\n\n${exporting('{ ApplicationError as default }', 'screens')}`;
  const besideRoute =
    'Move this route, or give Candor another path with the setting `tunnel` of withCandor, and run this again.';
  const besideError =
    'Wrap its default export, so that it has a reference to show: export default withFailure(YourError); from candor/pages.';
  const ofPages = 'failures in the Pages Router have no reference';
  // Next looks in `src/` first, then at the top, whatever else is in `src/`.
  const client = 'instrumentation-client';
  const clientPath = findFile(folder, `src/${client}`, client)?.replace(/\.\w+$/, '') ?? sources + client;
  const statuses = { 'not-found': 404, forbidden: 403, unauthorized: 401 };
  return [
    needed(`${sources}instrumentation`, ofServer, 'the server reports no failure'), // Next looks for it beside `app/` alone.
    needed(clientPath, exporting('*', client), 'browsers report no failure'),
    needed(
      `${app}${tunnelOf(application)}/route`,
      exporting('*', 'monitoring'),
      'browsers have nowhere to report to',
      besideRoute,
    ),
    hook(`${app}global-error`, globalError, 'a failure outside every other boundary shows Next’s screen'),
    // There is no layout around these. Next builds `not-found` in such a place only beside a `global-not-found`.
    ...(rootLayouts.includes('')
      ? []
      : [
          page(`${app}global-not-found`, 'Document', 404, 'an unknown address'),
          page(`${app}not-found`, 'Document', 404, 'a root layout that calls notFound()'),
        ]),
    ...rootLayouts.flatMap((layout) =>
      Object.entries(statuses).map(([name, status]) =>
        page(`${app}${layout}${name}`, 'Screen', status, `a response with ${status}`),
      ),
    ),
    ...(hasPages
      ? [needed(`${sources}pages/_error`, exporting('{ ErrorPage as default }', 'pages'), ofPages, besideError)]
      : []),
  ];
}

/** The needed hooks that an application lacks, or that do not call Candor. */
export function missingHooks(application: Application): Leftover[] {
  return hooksOf(application)
    .filter(({ isNeeded }) => isNeeded)
    .flatMap((hook) => {
      const { path, text, beside } = hook;
      const own = read(application.folder, path);
      if (own !== undefined && callsCandor.test(own)) return [];
      const means = withoutHook(hook, own !== undefined);
      if (own !== undefined && beside !== undefined) return { path, says: `${means} ${beside}` };
      return { path, says: `${means} Run \`npx candor init\`, or add this line to it:`, write: text.trimEnd() };
    });
}

export function withoutHook({ loses }: Hook, isThere: boolean): string {
  return `It ${isThere ? 'does not call Candor' : 'is missing'}, so ${loses}.`;
}
