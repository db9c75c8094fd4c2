/** The name of this build. The build inlines it and always sets it (next.config.ts), whatever environment the server starts with. */
export const release = process.env.SENTRY_RELEASE ?? '';
