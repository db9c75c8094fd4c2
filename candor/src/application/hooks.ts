import { findFile, read, settingOf, type Application } from './read-application.js';
import type { Leftover } from './plan.js';
import { isStaticExport } from './static-export.js';
import { inStyle } from './in-style.js';

/** A file by which Next finds Candor. */
export type Hook = {
  /** Relative to the application's folder. */
  path: string;
  text: string;
  /** What does not hold without it. */
  loses: string;
  /** Whether failures go unreported, or have no reference, without it. The others are screens, which an application may go without. */
  isNeeded: boolean;
  /** What to do where the application has a file of this name already, and `init` does not change it. `undefined`: nothing. */
  beside?: string;
  /** A static export cannot be built with it. */
  needsServer?: true;
};

type Facts = Omit<Hook, 'path' | 'text'>;

const needed = (loses: string): Facts => ({ loses, isNeeded: true });
const ofScreen = (loses: string): Facts => ({ loses, isNeeded: false });
/** Whether a file's text imports Candor. */
export const callsCandor = /['"]candor\//;

/** What Candor adds to the bytes of a page with little of its own, compressed. A test compares it with the measured bytes. */
export const addedKilobytes = 3;

/** Next looks for it beside `app/` alone. */
export const instrumentation = ({ sources }: Application) => `${sources}instrumentation`;

/** Next looks for it in `src/` first, then at the top, whatever else is in `src/`. */
export function clientInstrumentation({ folder, sources }: Application): string {
  const [first, top] = ['src/instrumentation-client', 'instrumentation-client'] as const;
  if (findFile(folder, first)) return first;
  return findFile(folder, top) ? top : `${sources}instrumentation-client`;
}

/** The path at which browsers report: without a slash first, and without `basePath`. */
export function tunnelOf(application: Application): string {
  return settingOf(application, 'tunnel')?.slice(1) ?? 'monitoring';
}

/** Every hook of an application, in its own style. */
export function hooksOf(application: Application): Hook[] {
  const { sources, rootLayouts, hasPages } = application;
  const app = `${sources}app/`;
  const hasTopLayout = rootLayouts.includes('');
  return [
    code(
      application,
      instrumentation(application),
      `export { onRequestError, register } from 'candor/instrumentation';\n`,
      needed('the server reports no failure'),
    ),
    code(
      application,
      clientInstrumentation(application),
      `export * from 'candor/instrumentation-client';\n`,
      needed('browsers report no failure'),
    ),
    tunnelHook(application),
    screen(
      application,
      `${app}global-error`,
      `'use client';\n\nexport { ApplicationError as default } from 'candor/screens';\n`,
      ofScreen('a failure outside of every other boundary has the screen of Next'),
    ),
    ...(hasTopLayout
      ? []
      : [
          documentHook(application, `${app}global-not-found`, 'an unknown address'),
          documentHook(application, `${app}not-found`, 'a root layout that calls notFound()'),
        ]),
    ...rootLayouts.flatMap((layout) => [
      statusHook(application, `${app}${layout}not-found`, 404, 'NotFound'),
      statusHook(application, `${app}${layout}forbidden`, 403, 'Forbidden'),
      statusHook(application, `${app}${layout}unauthorized`, 401, 'Unauthorized'),
    ]),
    ...(hasPages
      ? [
          screen(application, `${sources}pages/_error`, `export { ErrorPage as default } from 'candor/pages';\n`, {
            ...needed('failures in the Pages Router have no reference'),
            beside:
              'Wrap its default export, so that it has a reference to show: export default withFailure(YourError); from candor/pages.',
          }),
        ]
      : []),
  ];
}

/** Those that this application can be built with. */
export function possibleHooks(application: Application): Hook[] {
  const isExport = isStaticExport(application);
  return hooksOf(application).filter(({ needsServer }) => !isExport || !needsServer);
}

/** By a rewrite the route of `/monitoring` serves another path of the tunnel too; it may be the team's own, which has another path for that reason. */
function tunnelHook(application: Application): Hook {
  const { folder, sources } = application;
  const routeAt = (path: string) => `${sources}app/${path}/route`;
  const usual = findFile(folder, routeAt('monitoring'));
  const isUsual = usual !== undefined && callsCandor.test(read(folder, usual) ?? '');
  return code(
    application,
    routeAt(isUsual ? 'monitoring' : tunnelOf(application)),
    `export * from 'candor/monitoring';\n`,
    {
      ...needed('browsers have nowhere to report to'),
      needsServer: true,
      beside: 'Move this route, or give Candor another path by the setting `tunnel` of withCandor and run this again.',
    },
  );
}

/** There is no layout around it. Next builds `not-found` in such a place only beside a `global-not-found`. */
function documentHook(application: Application, name: string, shownBy: string): Hook {
  const text = `import { ExpectedDocument, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(404);

export default function GlobalNotFound() {
  return <ExpectedDocument status={404} />;
}
`;
  return screen(application, name, text, ofScreen(`${shownBy} has the screen of Next`));
}

function statusHook(application: Application, name: string, status: number, component: string): Hook {
  const text = `import { ExpectedScreen, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(${status});

export default function ${component}() {
  return <ExpectedScreen status={${status}} />;
}
`;
  return screen(application, name, text, ofScreen(`a response with ${status} has the screen of Next`));
}

const code = (application: Application, name: string, text: string, facts: Facts) =>
  hook(application, name, application.isTypeScript ? 'ts' : 'js', text, facts);
const screen = (application: Application, name: string, text: string, facts: Facts) =>
  hook(application, name, application.isTypeScript ? 'tsx' : 'js', text, facts);

function hook(application: Application, name: string, extension: string, text: string, facts: Facts) {
  const path = findFile(application.folder, name) ?? `${name}.${extension}`;
  return { path, text: inStyle(text, application.sample), ...facts };
}

/** The needed hooks that an application has not, or that do not call Candor: what that means, and what to do. */
export function missingHooks(application: Application): Leftover[] {
  return possibleHooks(application)
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

/** @param isThere whether the application has a file of that name, which does not call Candor */
export function withoutHook({ loses }: Hook, isThere: boolean): string {
  return `It ${isThere ? 'does not call Candor' : 'is missing'}, so ${loses}.`;
}
