/** For `next.config.ts`. Node loads it, so nothing here is for a bundler. */
export type { CandorSettings } from './build/candor-settings.js';
export { withCandor } from './build/with-candor.js';
