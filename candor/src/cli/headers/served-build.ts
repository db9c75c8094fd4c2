import { existsSync, readFileSync } from 'node:fs';
import type { Changing } from '../../internals/build/built-files.js';
import {
  BuildProblem,
  readFinishedBuild,
  type FinishedBuild,
  type HeaderRule,
} from '../../internals/build/finished-build.js';
import { builtCodeFile, type BuiltCode } from '../../policy/built-code.js';
import type { PolicySettings } from '../../policy/policy-settings.js';
import { version } from '../../shared/version.js';
import { CommandError } from '../application.js';
import { exportedFiles } from './exported-files.js';
import { prerenderedFiles } from './prerendered-files.js';

/** A document that is sent as it was built. Paths are not encoded, and have the `basePath`. */
type Page = {
  /** Where a visitor opens it: the first is the one that Next links to. */
  paths: [string, ...string[]];
  /** The paths of its file, as a server of files has them. */
  files: string[];
  html: string;
  changing: Changing | undefined;
};

/** The part of a build that needs no server. */
export type ServedBuild = {
  basePath: string;
  pages: Page[];
  /** Paths of all other files, but for those below `/_next/`. */
  resources: string[];
  hasData: boolean;
  /** Routes whose pages are made for each request, or at the first. */
  rendered: string[];
  settings: PolicySettings;
  code: BuiltCode;
  headerRules: HeaderRule[];
};

/** @param application where `public/` is, if not beside the build. @throws CommandError in one sentence */
export function readServedBuild(folder: string, application: string): ServedBuild {
  try {
    const build = readFinishedBuild(folder);
    const { settings, code } = recordOf(folder, build);
    const { basePath, hasData, headerRules, exportedTo } = build;
    const served =
      exportedTo === undefined
        ? prerenderedFiles(folder, application, build)
        : exportedFiles(folder, exportedTo, build);
    return { basePath, hasData, headerRules, settings, code, ...served };
  } catch (error) {
    if (!(error instanceof BuildProblem || error instanceof SyntaxError)) throw error;
    const problem = error instanceof BuildProblem ? error.message : 'is damaged';
    throw new CommandError(`The build in ${folder} ${problem}. Build again.`);
  }
}

/** What is served of it. */
export type ServedFiles = Pick<ServedBuild, 'pages' | 'resources' | 'rendered'>;

/** What Candor has written down. Another version of Candor may write another policy than this one. */
function recordOf(folder: string, build: FinishedBuild): { settings: PolicySettings; code: BuiltCode } {
  const settings = build.constant('CANDOR_POLICY');
  const file = builtCodeFile(folder);
  if (settings === undefined || !existsSync(file)) throw new BuildProblem('was made without Candor');
  try {
    const code = JSON.parse(readFileSync(file, 'utf8')) as BuiltCode & { version?: string };
    if (code.version === version) return { settings: JSON.parse(settings) as PolicySettings, code };
    const made = code.version === undefined ? 'an older version of Candor' : `Candor ${code.version}`;
    throw new BuildProblem(`was made with ${made}, and this is ${version}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BuildProblem('is damaged: the record of its inline scripts is not JSON');
  }
}
