export const value = never();

function never(): string {
  throw new Error('Failing: a module that is imported when it is needed.');
}
