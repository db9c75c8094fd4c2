export { LastResort as default } from '../candor/src/screens/last-resort';

export const config = { unstable_runtimeJS: false };
