const maxRemembered = 200;

/** Sets an entry, and forgets the oldest of more than 200: a page may live for days, and throw in a loop. */
export function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value);
  if (map.size > maxRemembered) map.delete(map.keys().next().value as Key);
}
