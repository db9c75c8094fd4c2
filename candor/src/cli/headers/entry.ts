import { contentSecurityPolicy } from '../../policy/content-security-policy.js';
import { createSecurityHeaders } from '../../policy/security-headers.js';
import { withOwnHeaders } from './own-headers.js';
import type { ServedBuild } from './served-build.js';

export type NamedHeader = readonly [name: string, value: string];

/** The headers of what is served at some paths. Paths are not encoded; one that ends with `/*` stands for all below it. */
export type Entry = {
  paths: readonly string[];
  /** The paths of its file, as a server of files has them. */
  files: readonly string[];
  /** As our server sends them over https, and over http. */
  headers: { https: readonly NamedHeader[]; http: readonly NamedHeader[] };
};

type Kind = {
  contentType: string;
  policy: string;
  destination: string;
  /** The beginning of the names of headers that are left out. */
  without?: string;
};

/** Returns functions that make the entries of a build, with the headers that its server would send. */
export function createEntries({ settings, headerRules }: ServedBuild) {
  const headersOf = createSecurityHeaders(settings);
  const forbidding = contentSecurityPolicy({ scripts: [], dataImages: false }, settings.sources);

  function entry(paths: readonly string[], files: readonly string[], kind: Kind): Entry {
    const [url = '/'] = paths;
    const over = (protocol: string) => {
      const headers = { 'sec-fetch-dest': kind.destination, 'x-forwarded-proto': protocol };
      const response = { status: 200, contentType: kind.contentType, policy: () => kind.policy };
      const sent = headersOf({ url, headers }, response);
      const kept = sent.filter(([name]) => kind.without === undefined || !name.startsWith(kind.without));
      return withOwnHeaders(kept, url, headerRules);
    };
    return { paths, files, headers: { https: over('https'), http: over('http') } };
  }

  const ofAnyType = { contentType: 'application/octet-stream', policy: forbidding, destination: 'document' };
  return {
    document: (paths: readonly string[], files: readonly string[], policy: string) =>
      entry(paths, files, { contentType: 'text/html', policy, destination: 'document' }),
    /** A file of any type, as if a browser opened it: a list of paths cannot tell what it is requested for. */
    resource: (path: string) => entry([path], [path], ofAnyType),
    /** Files of the build have the policy for those of workers. Other sites may load them. */
    built: (path: string) => entry([path], [path], { ...ofAnyType, without: 'Cross-Origin-' }),
    data: (path: string) =>
      entry([path], [path], { contentType: 'application/json', policy: forbidding, destination: 'empty' }),
  };
}
