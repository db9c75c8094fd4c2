/** A value that `sessionStorage` keeps for the tab, across page loads. Reads `undefined` where the browser stores nothing. */
export function sessionValue<Value>(key: string) {
  return {
    read: () => attempted(() => (JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined) as Value | undefined),
    write: (value: Value) => attempted(() => sessionStorage.setItem(key, JSON.stringify(value))),
    clear: () => attempted(() => sessionStorage.removeItem(key)),
  };
}

function attempted<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}
