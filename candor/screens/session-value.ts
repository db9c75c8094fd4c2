/** A value that `sessionStorage` keeps for the tab, across page loads. Reads `undefined` where the browser stores nothing. */
export function sessionValue<Value>(key: string) {
  return {
    read(): Value | undefined {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? undefined : (JSON.parse(text) as Value);
      } catch (error) {
        console.warn(`${key} cannot be read.`, error);
        return undefined;
      }
    },
    clear(): void {
      try {
        sessionStorage.removeItem(key);
      } catch (error) {
        console.warn(`${key} cannot be cleared.`, error);
      }
    },
    write(value: Value): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch (error) {
        console.warn(`${key} cannot be stored.`, error);
      }
    },
  };
}
