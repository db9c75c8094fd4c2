/** Tries work that the browser may forbid, such as using its storage. `false`: it failed, or returned false. */
export function attempt(work: () => boolean | void): boolean {
  try {
    return work() !== false;
  } catch (error) {
    console.warn(error);
    return false;
  }
}
