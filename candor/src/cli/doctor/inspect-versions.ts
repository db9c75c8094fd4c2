import { checkVersions } from '../../build/check-versions.js';
import type { Application } from '../../application/read-application.js';
import { installedOrNone, sdk } from '../packages.js';
import type { Finding } from './finding.js';

/** The packages that an application lists and has installed, beside those that Candor was tested with. */
export function inspectVersions({ folder, packages }: Application): Finding[] {
  const unlisted = ['candor', sdk].filter((name) => packages[name] === undefined);
  const needed = ['next', 'react', 'react-dom', sdk].filter((name) => !unlisted.includes(name));
  const absent = needed.filter((name) => installedOrNone(name, folder) === undefined);
  return [
    ...unlisted.map((name) => `package.json does not list ${name}. Run \`npm install ${name}\`.`),
    ...(absent.length > 0 ? [`${absent.join(', ')} cannot be found from this folder: install the dependencies.`] : []),
    ...checkVersions((name) => installedOrNone(name, folder)),
  ].map((says) => ({ says }));
}
