/** Where the compiled instrumentation leaves the function that loads a team's words, for the check of the build. */
export const messagesKey = Symbol.for('candor.load-messages');
