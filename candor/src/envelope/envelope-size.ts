/** The largest event that is accepted, which is Sentry's own limit: https://docs.sentry.io/concepts/data-management/size-limits/ */
export const maxEventBytes = 1024 * 1024;

/** The largest envelope that is accepted, with its attachments. Whatever is accepted can be kept: every store has room for it. */
export const maxEnvelopeBytes = 2 * maxEventBytes;
