/** Inlined by the build, which always has one (next.config.ts): a release names a build, whatever it is started with. */
export const release = process.env.SENTRY_RELEASE ?? '';
