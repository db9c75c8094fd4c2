import { checkVersions } from '../../build/check-versions.js';
import { CommandError, type Application } from '../../application/read-application.js';
import { installedOrNone, missingPeers } from '../packages.js';
import type { Finding } from './finding.js';

/** What `init` adds: that it is not listed says enough. */
const sdk = '@sentry/nextjs';
const needed = ['next', 'react', 'react-dom', sdk];

/** The packages that an application lists and has installed, beside those that Candor was tested with. */
export function lookAtVersions(application: Application): Finding[] {
  const { folder, manifest } = application;
  const versionOf = (name: string) => installedOrNone(name, folder);
  const isListed = (name: string) => ({ ...manifest.devDependencies, ...manifest.dependencies })[name] !== undefined;
  const absent = needed.filter((name) => versionOf(name) === undefined && (name !== sdk || isListed(name)));
  const [react, dom] = [versionOf('react'), versionOf('react-dom')];
  return [
    ...listed(application),
    ...(absent.length > 0
      ? [about(`${absent.join(', ')} cannot be found from this folder: install the dependencies, then run this again.`)]
      : []),
    ...checkVersions(versionOf).map(about),
    ...(react !== undefined && dom !== undefined && react !== dom
      ? [about(`react is ${react} and react-dom ${dom}: React needs the same version of both. Install one.`)]
      : []),
  ];
}

/** A sentence if a site runs another version of Candor than this folder has. */
export function otherVersion(folder: string, site: string | undefined): string[] {
  const own = installedOrNone('candor', folder);
  if (site === undefined || own === undefined || site === own) return [];
  return [`The site runs Candor ${site}, and this folder has ${own}: the site was built from another state of it.`];
}

const about = (says: string): Finding => ({ about: 'versions', says });

/** What `package.json` says. */
function listed(application: Application): Finding[] {
  const path = 'package.json';
  try {
    return missingPeers(application).map((name) => ({
      about: 'versions',
      path,
      says: `It does not list ${name}. Install it.`,
    }));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [{ about: 'versions', path, says: error.message }];
  }
}
