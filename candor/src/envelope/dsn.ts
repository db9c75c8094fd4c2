/** `text`: without the legacy secret. `envelopeUrl`: with the key in the query, where every service accepts it. */
export type Dsn = { text: string; publicKey: string; envelopeUrl: string };

/** @throws TypeError with one sentence that never repeats the DSN, whose key is a credential */
export function parseDsn(text: string): Dsn {
  if (!URL.canParse(text)) throw new TypeError('is not a URL of the form https://KEY@HOST/PROJECT');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('must start with https:// or http://');
  if (!/^[\w-]+$/.test(url.username)) throw new TypeError('has no public key before the host');
  if (url.search || url.hash) throw new TypeError('must have no query and no fragment');

  const [, prefix, project] = /^(.*)\/([\w-]+)\/?$/.exec(url.pathname) ?? [];
  if (prefix === undefined || project === undefined) throw new TypeError('has no project after the host');

  const query = new URLSearchParams({ sentry_version: '7', sentry_key: url.username });
  return {
    text: `${url.protocol}//${url.username}@${url.host}${prefix}/${project}`,
    publicKey: url.username,
    envelopeUrl: `${url.protocol}//${url.host}${prefix}/api/${project}/envelope/?${query}`,
  };
}
