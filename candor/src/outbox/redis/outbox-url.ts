/** A primary that sentinels know by its name: they say where it is now. */
export type SentinelAddress = {
  /** `redis://HOST:PORT` of each */
  sentinels: string[];
  name: string;
  /** `[USER]:PASSWORD@` of the Redis servers, percent-encoded, or nothing. */
  credentials: string;
  database: string;
};

export type RedisAddress = { url: string } | SentinelAddress;

/**
 * Reads `redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]`, or
 * `redis+sentinel://[[USER]:PASSWORD@]HOST[:PORT][,HOST[:PORT]…]/NAME[/DATABASE]`. `undefined`: it is neither.
 * @see https://www.iana.org/assignments/uri-schemes/prov/redis
 */
export function parseOutboxUrl(text: string): RedisAddress | undefined {
  return text.startsWith('redis+sentinel:') ? parseSentinelUrl(text) : parseRedisUrl(text);
}

export const isOutboxUrl = (text: string): boolean => parseOutboxUrl(text) !== undefined;

function parseRedisUrl(text: string): { url: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(text);
  const isDatabase = /^\/?\d{0,5}$/.test(pathname);
  const isRight = /^rediss?:$/.test(protocol) && hostname !== '' && isDatabase && !search && !hash;
  return isRight && isDecodable(username + password) ? { url: text } : undefined;
}

// It is no URL by its own standard, which knows one host.
const host = String.raw`(?:\[[\da-f:.]+\]|[\w.-]+)(?::[1-9]\d{0,4})?`;
const sentinelForm = new RegExp(
  String.raw`^redis\+sentinel://([^:@/?#]*:[^@/?#]+@)?(${host}(?:,${host})*)/([\w.-]+)(?:/(\d{1,5}))?$`,
  'i',
);

function parseSentinelUrl(text: string): SentinelAddress | undefined {
  const [, credentials = '', hosts, name, database = '0'] = sentinelForm.exec(text) ?? [];
  if (hosts === undefined || name === undefined || !isDecodable(credentials)) return undefined;
  const sentinels = hosts.split(',').map((one) => `redis://${/:\d+$/.test(one) ? one : `${one}:26379`}`);
  return sentinels.every((url) => URL.canParse(url)) ? { sentinels, name, credentials, database } : undefined;
}

/** Names and passwords are percent-encoded there. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
