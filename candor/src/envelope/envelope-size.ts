/** Sentry's own limit: https://docs.sentry.io/concepts/data-management/size-limits/ */
export const maxEventBytes = 1024 * 1024;

/** With attachments. Whatever is accepted can be kept: every store has room for it. */
export const maxEnvelopeBytes = 2 * maxEventBytes;
