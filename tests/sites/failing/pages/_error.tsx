export { ErrorPage as default } from 'candor/pages';

export const config = { unstable_runtimeJS: false };
