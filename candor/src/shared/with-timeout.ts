/** Waits for `work`, but no longer than `timeoutMs`. The work itself goes on. */
export async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
