import type { Changing } from '../../internals/build/built-files.js';
import { contentSecurityPolicy, type Permissions } from '../../policy/content-security-policy.js';
import { createDocumentPermissions } from '../../policy/document-permissions.js';
import { hashSource } from '../../policy/hash-source.js';
import * as parser from '../../policy/inline-code.js';
import { createEntries, type Entry } from './entry.js';
import { resourcePaths } from './resource-paths.js';
import type { ServedBuild } from './served-build.js';

/** What somebody has to know of a path: the end of a sentence that begins with it. */
export type Remark = { path: string; says: string };

/** `problems`: pages that lack their headers, or that their own policy blocks in part. */
export type Plan = { entries: Entry[]; problems: Remark[] };

/** Decides the headers of all that a build has ready. */
export function planHeaders(build: ServedBuild): Plan {
  const { settings, code, pages } = build;
  const documents = createDocumentPermissions(code, () => parser);
  const entries = createEntries(build);
  const ofPages = pages.map(({ paths, files, html, changing }): Plan => {
    const [path] = paths;
    if (changing !== undefined) return { entries: [], problems: [{ path, says: whyNot(changing) }] };
    const { permissions, says } = readPage(html, documents.of);
    const policy = contentSecurityPolicy(permissions, settings.sources);
    return {
      entries: [entries.document(paths, files, policy)],
      problems: says === undefined ? [] : [{ path, says }],
    };
  });
  const data = build.hasData ? [entries.data(`${build.basePath}/_next/data/*`)] : [];
  return {
    entries: [
      ...ofPages.flatMap((plan) => plan.entries),
      ...resourcePaths(build).map(entries.resource),
      ...settings.builtFiles.map((path) => entries.built(`${path}static/*`)),
      ...data,
    ],
    problems: ofPages.flatMap(({ problems }) => problems),
  };
}

function whyNot(changing: Changing): string {
  if (changing.kind === 'revalidated')
    return `is made again every ${changing.seconds} s, with other scripts than the build knows. Have the server send it.`;
  if (changing.kind === 'partial')
    return 'is rendered in part for each request, and needs the nonce of that. Have the server send it.';
  return 'is shown at first at addresses that the build does not know. Have the server send it.';
}

type Read = { permissions: Permissions; says?: string };

/** What it may run, and what of it that blocks: a policy that is too strict is safe, and none is not. */
function readPage(html: string, permissionsOf: (html: string) => { permissions: Permissions }): Read {
  try {
    const { permissions } = permissionsOf(html);
    const { scripts, handlers } = parser.inlineCode(html);
    const blocked = scripts.filter(({ text }) => !permissions.scripts.includes(hashSource(text))).length;
    if (handlers.size > 0)
      return {
        permissions,
        says: `has ${[...handlers].join(', ')}, which no policy permits. Add a listener in a script.`,
      };
    if (blocked === 0) return { permissions };
    const what = blocked === 1 ? '1 inline script' : `${blocked} inline scripts`;
    return {
      permissions,
      says: `has ${what} that the build did not record and the policy blocks. Build again, or put it into a file.`,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const permissions = { scripts: [], dataImages: false };
    return { permissions, says: `has its inline scripts blocked: ${error.message}.` };
  }
}
