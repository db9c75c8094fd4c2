import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builtCodeFile, maxOfEveryPage, type BuiltCode } from '../../policy/built-code.js';
import { builtDocuments } from '../../policy/record-built-code.js';
import { read, settingOf, type Application } from '../application.js';
import { together, type Finding, type Looked } from './finding.js';
import { lookAtColors } from './look-at-colors.js';
import { lookAtDocuments } from './look-at-documents.js';
import { isWithoutCandor } from './look-at-hooks.js';
import { lookAtRenderedScripts } from './look-at-rendered-scripts.js';

/** What the policy would block in the pages of the last build, as far as a build tells. */
export function lookAtBuild(application: Application): Looked {
  const { folder, config } = application;
  const distDir = settingOf(application, 'distDir') ?? '.next';
  if (!existsSync(join(folder, distDir, 'BUILD_ID')))
    return {
      findings: [],
      notes: [`There is no build in ${distDir}. Build it first, and this says which pages the policy would break.`],
    };
  const documents = builtDocuments(join(folder, distDir));
  return together([
    { findings: lookAtRecord(application, distDir), notes: [] },
    { findings: lookAtDocuments(distDir, documents, config?.text ?? ''), notes: [] },
    lookAtRenderedScripts(folder, distDir, documents),
    { findings: [], notes: isWithoutCandor(application) ? [] : lookAtColors(folder, distDir) },
    { findings: [], notes: [unknown] },
  ]);
}

const unknown =
  'A build does not tell which scripts and addresses code puts together in the browser, what `eval` is called with, or what differs from request to request. Browsers report what the policy blocks of it to /monitoring.';

/** What a build with Candor has written down. */
function lookAtRecord(application: Application, distDir: string): Finding[] {
  const path = builtCodeFile(distDir).replaceAll('\\', '/');
  const record = read(application.folder, path);
  if (record === undefined) {
    if (isWithoutCandor(application)) return [];
    return [{ about: 'build', path: distDir, says: 'This build was made without Candor. Build it again.' }];
  }
  const more = (JSON.parse(record) as BuiltCode).scripts.length - maxOfEveryPage;
  if (more <= 0) return [];
  const says = `The policy has room for ${maxOfEveryPage} different inline scripts, and ${more} more are blocked except in the built pages that contain them. Put them into files.`;
  return [{ about: 'policy', path, says }];
}
