/** A value kept under `key` for as long as the tab lives, over page loads; where the browser keeps nothing, `undefined`. */
export function tabMemory<Value>(key: string) {
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
        console.warn(`${key} cannot be kept.`, error);
      }
    },
  };
}
