/** There was no reply in time, or there is no connection. */
export class NoReplyError extends Error {}

/** Redis may have run the command, or may run it later. */
export class LostReplyError extends NoReplyError {
  readonly mayHaveRun = true;
}

/** The code with which Redis replies. Redis 6.2 wraps that of a command in a script: `ERR Error running script (…): @user_script: 5: -OOM …`. */
export function replyCode({ message }: Error): string | undefined {
  return /(?:^|: -)([A-Z]{2,})(?= (?!Error running script))/.exec(message)?.[1];
}

/** The code of the error, for the log: texts may name users, hosts or commands. */
export function safeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof NoReplyError && error.cause instanceof Error ? error.cause : error;
  if ('code' in cause) return String(cause.code);
  if (cause instanceof NoReplyError) return cause.message;
  return replyCode(cause) ?? (error instanceof NoReplyError ? error.message : error.name);
}
