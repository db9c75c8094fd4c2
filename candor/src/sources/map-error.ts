import { mapStack, type FindSource } from './stack-text.js';

type ThrownError<Of> = { message: string; stack?: string; cause?: Of; errors?: Of[] };

/** An error as it was read, whose stacks name the sources: its own, those of its causes and of an AggregateError's members. */
export function mapError<Of extends ThrownError<Of>>(error: Of, find: FindSource): Of {
  const { message, stack, cause, errors } = error;
  return {
    ...error,
    ...(stack !== undefined && { stack: mapStack(stack, message, find) }),
    ...(cause && { cause: mapError(cause, find) }),
    ...(errors && { errors: errors.map((each) => mapError(each, find)) }),
  };
}
