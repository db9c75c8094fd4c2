import { read, type Application } from '../application.js';
import type { Finding } from './finding.js';

/** Packages whose work is to set a policy. */
const packages = ['helmet', 'next-safe', '@next-safe/middleware', 'next-secure-headers', 'nosecone', '@nosecone/next'];

/** Packages of an application that set a policy beside Candor's. What its own code sets is left for a person by `init`. */
export function lookAtPolicies({ folder, manifest }: Application): Finding[] {
  const listed = { ...manifest.devDependencies, ...manifest.dependencies };
  const lines = (read(folder, 'package.json') ?? '').split('\n');
  return packages
    .filter((name) => listed[name] !== undefined)
    .map((name) => ({
      about: 'policy',
      path: 'package.json',
      line: lines.findIndex((line) => line.includes(`"${name}"`)) + 1,
      says: `${name} sets a policy, too, and two policies apply both. Take it out, or have it set none.`,
    }));
}
