import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { callsCandor, hooksOf, missingHooks, withoutHook } from '../../application/hooks.js';
import { lineOf } from '../../application/plan.js';
import { findFiles, read, readApplication, settingOf, type Application } from '../../application/read-application.js';
import { doubledStarts, unusedOptions } from '../../build/check-hooks.js';
import { checkVersions } from '../../build/check-versions.js';
import { readSettings } from '../../start/settings.js';
import { SettingsError } from '../../shared/settings-error.js';
import { codeFiles, type CodeFile } from '../code-files.js';
import { isLocalized, nameLanguages } from '../languages-of.js';
import { planProxy } from '../matcher.js';
import { namesOneOf, ownBoundaries } from '../own-boundaries.js';
import { installedOrNone, sdk } from '../packages.js';
import { configOfSdk, publicDsn } from '../sdk-setup.js';
import { note, type Finding } from '../show.js';

/** None of the application's code is run. */
export function inspectApplication(folder: string, env: NodeJS.ProcessEnv, inspectBuild: (build: string) => Finding[]) {
  const application = readApplication(folder);
  const files = codeFiles(folder);
  const build = join(folder, settingOf(application, 'distDir') ?? '.next');
  const says = 'Candor is not set up. `npx candor init` shows what it would write, and asks first.';
  const findings: Finding[] = [
    ...(files.some(({ text }) => callsCandor.test(text)) ? inspectCode(application, files) : [{ says }]),
    ...inspectVersions(application),
    ...inspectSettings(folder, env),
    ...inspectBuild(build),
  ];
  return { findings, of: 'the hooks, versions and settings of this folder' };
}

function inspectCode(application: Application, files: readonly CodeFile[]): Finding[] {
  const { folder } = application;
  const screens = hooksOf(application).filter((hook) => !hook.isNeeded && !read(folder, hook.path));
  return [
    ...missingHooks(application),
    ...screens.map((hook) => ({ path: hook.path, ...note(`${withoutHook(hook, false)} Run \`npx candor init\`.`) })),
    ...unusedOptions(folder),
    ...doubledStarts(application),
    ...configOfSdk(application),
    ...publicDsn(files),
    ...planProxy(application).map((step) => ('after' in step ? { path: step.path, ...step.byHand! } : step)),
    ...unreadFiles(application),
    ...inspectConfig(application, files),
    ...ownBoundaries(files),
  ];
}

function unreadFiles({ folder, sources }: Application): Finding[] {
  const inBoth = (name: string) => [...new Set([sources, ''])].flatMap((inner) => findFiles(folder, inner + name));
  const files = [inBoth('instrumentation'), inBoth('instrumentation-client'), findFiles(folder, 'next.config')];
  return files.flatMap(([first, ...others]) =>
    others.map((path) => ({ path, says: `Next reads ${first}, or this file, and not both. Keep one of them.` })),
  );
}

const fromPackage = /\bimport\s+(\w+)\s+from\s+['"](?!\.)[^'"\n]+['"][^]*\bexport\s+default\s+\1\b/;

function* inspectConfig(application: Application, files: readonly CodeFile[]): Generator<Finding> {
  const { path, text } = application.config ?? { path: 'next.config', text: '' };
  const isThere = callsCandor.test(text);
  const unwrapped = 'It does not call withCandor, so a build has no hooks. `npx candor init` says how to wrap it.';
  const calling = files.filter((file) => callsCandor.test(file.text));
  if (!isThere && fromPackage.test(text))
    yield { path, ...note('It exports a package’s configuration, which was not inspected.') };
  else if (!isThere && !namesOneOf(text, calling)) yield { path, says: unwrapped };
  const [, second] = text.matchAll(/\bwith(?:Candor|Policy)\s*\(/g);
  const twice = 'Take out one of the two calls. withCandor has the policy as its setting `policy`.';
  if (second) yield { path, line: lineOf(text, second.index), says: twice };
  if (isThere && !/\blanguages\b/.test(text) && isLocalized(application, files))
    yield { ...nameLanguages(path), isOptional: true };
}

function inspectVersions({ folder, packages }: Application): Finding[] {
  const unlisted = ['candor', sdk].filter((name) => packages[name] === undefined);
  const needed = ['next', 'react', 'react-dom', sdk].filter((name) => !unlisted.includes(name));
  const absent = needed.filter((name) => installedOrNone(name, folder) === undefined);
  return [
    ...unlisted.map((name) => `package.json does not list ${name}. Run \`npm install ${name}\`.`),
    ...(absent.length > 0 ? [`${absent.join(', ')} cannot be found from this folder: install the dependencies.`] : []),
    ...checkVersions((name) => installedOrNone(name, folder)),
  ].map((says) => ({ says }));
}

/** Those of Next for production: a later one overrides, and the environment overrides all. */
const settingFiles = ['.env', '.env.production', '.env.local', '.env.production.local'];

function inspectSettings(folder: string, env: NodeJS.ProcessEnv): Finding[] {
  const written = settingFiles.map((path) => Object.entries(parseEnv(read(folder, path) ?? '') as NodeJS.ProcessEnv));
  // Next replaces `$NAME`.
  const known = written.flat().filter(([, value]) => value?.includes('$') === false);
  const values: NodeJS.ProcessEnv = { ...Object.fromEntries(known), ...env, NODE_ENV: 'production' };
  const unset = values.SENTRY_DSN ? [] : [note('SENTRY_DSN is not set here. A server without it sends no failures.')];
  try {
    readSettings(values);
    return unset;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [...error.problems.map((problem) => ({ says: `${problem}. A build fails because of it.` })), ...unset];
  }
}
