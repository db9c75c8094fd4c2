/** Waits no longer than `timeoutMs`. The work itself continues. */
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
