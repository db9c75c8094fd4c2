/** A value that `sessionStorage` keeps for the tab, across page loads. Reads `undefined` where the browser stores nothing. */
export function sessionValue<Value>(key: string) {
  const write = (value: Value | null) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      console.warn(error);
    }
  };
  return {
    read(): Value | undefined {
      try {
        return (JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined) as Value | undefined;
      } catch (error) {
        console.warn(error);
        return undefined;
      }
    },
    write,
    clear: () => write(null),
  };
}
