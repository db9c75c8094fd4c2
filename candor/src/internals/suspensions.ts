/** What React throws where a component suspends, and code has caught. In production the message is a number: https://react.dev/errors/460 */
export function isSuspension(message: string): boolean {
  return /^(Suspense Exception: This is not a real error|Minified React error #(460|474|542);)/.test(message);
}
