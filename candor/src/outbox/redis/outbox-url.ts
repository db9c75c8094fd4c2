/**
 * Whether this is an address of Redis or Valkey: `redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]`.
 * @see https://www.iana.org/assignments/uri-schemes/prov/redis
 */
export function isOutboxUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isDatabase = /^\/?\d{0,5}$/.test(pathname);
  return /^rediss?:$/.test(protocol) && hostname !== '' && isDatabase && !search && !hash && isDecodable(text);
}

/** Names and passwords stand there percent-encoded. */
function isDecodable(text: string): boolean {
  const { username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
