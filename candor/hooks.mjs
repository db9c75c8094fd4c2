// @ts-check

/** What a file says that calls Candor, by its path without extension; and what to do where an application has one already. */
/** @type {Record<string, { text: string, existing?: string }>} */
export const hooks = {
  instrumentation: {
    text: `export { onRequestError, register } from './candor/instrumentation';\n`,
    existing: `begin it with these two lines, and register() with the third. Take an onRequestError of its own out.
  import { register as startCandor } from './candor/instrumentation';
  export { onRequestError } from './candor/instrumentation';
  await startCandor();`,
  },
  'instrumentation-client': {
    text: `export * from './candor/instrumentation-client';\n`,
    existing: `begin it with this line. Take an onRouterTransitionStart of its own out.
  export * from './candor/instrumentation-client';`,
  },
  'app/monitoring/route': {
    text: `export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '../../candor/server/monitoring';\n`,
    existing: `browsers report to this address. Move yours, or write this line into a route at another one, and name that
in next.config: withCandor(nextConfig, { tunnel: '/errors' }).
  export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '../../candor/server/monitoring';`,
  },
  'app/global-error': {
    text: `'use client';

export { ApplicationErrorDocument as default } from './src/screens/application-error';
`,
  },
  'app/not-found': { text: expectedScreen('NotFound', 404) },
  'app/forbidden': { text: expectedScreen('Forbidden', 403) },
  'app/unauthorized': { text: expectedScreen('Unauthorized', 401) },
  'pages/404': {
    text: `/** Never shown: app/not-found is. Turbopack leaves out \`_error\` unless the folder has another page. */
export default function NotFound() {
  return null;
}
`,
  },
  'pages/_app': { text: `export { PagesRouterApp as default } from './src/screens/pages-router-app';\n` },
  'pages/_document': {
    text: `export { LastResortDocument as default } from './src/screens/last-resort-document';\n`,
  },
  'pages/_error': {
    text: `export { LastResort as default } from './src/screens/last-resort';

export const config = { unstable_runtimeJS: false };
`,
    existing: `replace what is in it, or failures that no screen of app/ can show are not reported.
  export { LastResort as default } from './src/screens/last-resort';
  export const config = { unstable_runtimeJS: false };`,
  },
};

/** @param {string} name @param {number} status */
function expectedScreen(name, status) {
  return `import { ExpectedScreen, expectedMetadata } from './src/screens/expected-screen';

export const metadata = expectedMetadata(${status});

export default function ${name}() {
  return <ExpectedScreen status={${status}} />;
}
`;
}
