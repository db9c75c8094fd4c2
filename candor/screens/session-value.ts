import { attempt } from '../browser/attempt';

/** A value that `sessionStorage` keeps for the tab, across page loads. Reads `undefined` where the browser stores nothing. */
export function sessionValue<Value>(key: string) {
  return {
    read(): Value | undefined {
      let value: Value | undefined;
      attempt(() => {
        value = (JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined) as Value | undefined;
      });
      return value;
    },
    clear: () => attempt(() => sessionStorage.removeItem(key)),
    write: (value: Value) => attempt(() => sessionStorage.setItem(key, JSON.stringify(value))),
  };
}
