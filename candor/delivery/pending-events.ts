/** Things that are on their way here, by id, and who waits for them. Nobody waits longer than `patienceMs`. */
export function createExpectations(patienceMs: number) {
  const expected = new Map<string, () => void>();
  return {
    expect(id: string): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(settle, patienceMs);
        expected.set(id, settle);
        function settle() {
          clearTimeout(timer);
          expected.delete(id);
          resolve();
        }
      });
    },
    met(id: string | undefined): void {
      if (id !== undefined) expected.get(id)?.();
    },
  };
}
