import { isOfFramework } from '../internals/server/framework-scripts.js';
import { isThemeScript } from '../shared/theme.js';
import { maxOfEveryPage, type BuiltCode } from './built-code.js';
import { permissionsOf, type Permissions } from './content-security-policy.js';
import { hashSource } from './hash-source.js';
import type * as InlineCode from './inline-code.js';
import { formOf, type Form } from './page-scripts.js';

/** What a document needs that is sent as it was built or cached, and what was seen of it. */
export type CachedDocument = {
  permissions: Permissions;
  /** `undefined`, too, for a document of the build, which was not read. */
  form: Form | undefined;
  /** Whether the build has recorded this very text. */
  isOfBuild: boolean;
};

/**
 * Decides by hashes what a whole document may run.
 * @param built the scripts of the build
 * @param loadParser is called at the first document that differs from the built one: the parser takes 30 ms to load
 */
export function createDocumentPermissions(built: BuiltCode, loadParser: () => typeof InlineCode) {
  const shared = built.scripts.slice(0, maxOfEveryPage);
  const trusted = new Set(built.scripts);
  const isTrusted = (script: string) =>
    isOfFramework(script) || isThemeScript(script) || trusted.has(hashSource(script));

  function readDocument(html: string): { own: Permissions; form: Form | undefined } {
    const code = loadParser().inlineCode(html);
    const own = permissionsOf(code, isTrusted);
    return { own, form: formOf(html, own.scripts.length < code.scripts.length) };
  }

  return {
    /** Sources of scripts that every page may have. */
    shared,
    /** @throws RangeError for a document that is too long to be read */
    of(html: string): CachedDocument {
      const ofBuild = built.documents[hashSource(html)];
      const { own, form } = ofBuild === undefined ? readDocument(html) : { own: ofBuild, form: undefined };
      const permissions = {
        scripts: [...new Set([...own.scripts, ...shared])],
        dataImages: own.dataImages || built.dataImages,
      };
      return { permissions, form, isOfBuild: ofBuild !== undefined };
    },
  };
}
