import { readFinishedBuild, type BuiltPage, type FinishedBuild } from './built-pages.js';
import { contentSecurityPolicy, hashSource, pageHeaders } from './content-security-policy.js';
import { inlineScripts } from './inline-scripts.js';
import { maxOfEveryPage, readRecord } from './record.js';
import { policySettings } from './settings.js';
import { messageOf } from '../shared/error-parts.js';

type Result =
  | { error: string }
  /** `text`: JSON, the headers of each path. `problems`: sentences about pages without them. */
  | { text: string; problems: string[] };

/** The headers over https of the pages that a build has ready. */
export function headersOfBuild(distFolder: string): Result {
  try {
    const build = readFinishedBuild(distFolder);
    if (build.policy === undefined) return { error: `The build in ${distFolder} was made without the setting policy.` };
    const ready = build.pages.filter(({ changes }) => changes === undefined);
    const changing = build.pages.filter(({ changes }) => changes !== undefined);
    const record = readRecord(distFolder).slice(0, maxOfEveryPage);
    const byPath = Object.fromEntries(ready.map((page) => [encodeURI(page.path), headersOf(page, build, record)]));
    return {
      text: `${JSON.stringify(byPath, undefined, 2)}\n`,
      problems: changing.map(({ path, changes }) => `${path} ${changes}. Have the server send it.`),
    };
  } catch (error) {
    return { error: `The build in ${distFolder} ${messageOf(error)}. Build again.` };
  }
}

function headersOf({ path, html }: BuiltPage, { policy, headerRules }: FinishedBuild, ofEveryPage: readonly string[]) {
  const settings = policySettings(policy!);
  const scripts = new Set([...inlineScripts(html).map(({ text }) => hashSource(text)), ...ofEveryPage]);
  const policyOfPage = contentSecurityPolicy([...scripts], settings.sources);
  const sent = pageHeaders(policyOfPage, settings, { mode: settings.mode, isHttps: true });
  const own = headerRules.filter((rule) => rule.path.test(path)).flatMap(({ headers }) => headers);
  const values = new Map(own.map(([name, value]) => [name.toLowerCase(), value])); // Of two rules the last one holds.
  return Object.fromEntries(sent.map(([name, value]) => [name, values.get(name.toLowerCase()) ?? value]));
}
