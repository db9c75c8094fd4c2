export { LastResort as default } from '../candor/screens/last-resort';

export const config = { unstable_runtimeJS: false };
