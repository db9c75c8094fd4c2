export { LastResort as default } from 'candor/dist/screens/last-resort';

export const config = { unstable_runtimeJS: false };
