import { findFile, type Application } from './application.js';
import { inStyle } from './style.js';

/** A file by which Next finds Candor. */
export type Hook = {
  /** Relative to the application's folder. */
  path: string;
  text: string;
  /** What to do where the application has a file of this name already, and `init` does not change it. `undefined`: nothing. */
  beside?: string;
};

const css = `import 'candor/screens.css';\n`;

/** The names of the files that are changed rather than left alone where an application has them already. */
export const instrumentation = (application: Application) => `${application.sources}instrumentation`;
export const clientInstrumentation = (application: Application) => `${application.sources}instrumentation-client`;

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
    ),
    code(application, clientInstrumentation(application), `export * from 'candor/instrumentation-client';\n`),
    code(application, `${app}monitoring/route`, `export * from 'candor/monitoring';\n`, {
      beside: 'Move this route, or give Candor another path by the setting `tunnel` of withCandor and a route there.',
    }),
    screen(
      application,
      `${app}global-error`,
      `'use client';\n\n${css}\nexport { ApplicationError as default } from 'candor/screens';\n`,
    ),
    ...(hasTopLayout ? [] : [documentHook(application, `${app}global-not-found`)]),
    ...rootLayouts.flatMap((layout) => [
      statusHook(application, `${app}${layout}not-found`, 404, 'NotFound'),
      statusHook(application, `${app}${layout}forbidden`, 403, 'Forbidden'),
      statusHook(application, `${app}${layout}unauthorized`, 401, 'Unauthorized'),
    ]),
    ...(hasPages
      ? [
          screen(application, `${sources}pages/_error`, `export { ErrorPage as default } from 'candor/pages';\n`, {
            beside:
              'Wrap its default export, so that it has a reference to show: export default withFailure(YourError); from candor/pages.',
          }),
        ]
      : []),
  ];
}

function documentHook(application: Application, name: string): Hook {
  const text = `${css}import { ExpectedDocument, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(404);

export default function GlobalNotFound() {
  return <ExpectedDocument status={404} />;
}
`;
  return screen(application, name, text);
}

function statusHook(application: Application, name: string, status: number, component: string): Hook {
  const text = `${css}import { ExpectedScreen, expectedMetadata } from 'candor/screens';

export const metadata = expectedMetadata(${status});

export default function ${component}() {
  return <ExpectedScreen status={${status}} />;
}
`;
  return screen(application, name, text);
}

const code = (application: Application, name: string, text: string, more: Pick<Hook, 'beside'> = {}) =>
  hook(application, name, application.isTypeScript ? 'ts' : 'js', text, more);
const screen = (application: Application, name: string, text: string, more: Pick<Hook, 'beside'> = {}) =>
  hook(application, name, application.isTypeScript ? 'tsx' : 'js', text, more);

function hook(application: Application, name: string, extension: string, text: string, more: Pick<Hook, 'beside'>) {
  const path = findFile(application.folder, name) ?? `${name}.${extension}`;
  return { path, text: inStyle(text, application.style), ...more };
}
