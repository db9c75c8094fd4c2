export const examplePage = '/sentry-example-page';
export const failingPage = `${examplePage}?fail=server-render`;
