import { read, type Application } from '../application.js';
import { codeFiles } from '../packages.js';
import type { Looked } from './finding.js';

/** Packages whose work is to set a policy. */
const packages = ['helmet', 'next-safe', '@next-safe/middleware', 'next-secure-headers', 'nosecone', '@nosecone/next'];

/**
 * Packages of an application that set a policy beside Candor's, or try what that blocks. What its own code sets is left for a
 * person by `init`.
 */
export function lookAtPolicies({ folder, manifest }: Application): Looked {
  const listed = { ...manifest.devDependencies, ...manifest.dependencies };
  const lines = (read(folder, 'package.json') ?? '').split('\n');
  const findings = packages
    .filter((name) => listed[name] !== undefined)
    .map((name) => ({
      about: 'policy' as const,
      path: 'package.json',
      line: lines.findIndex((line) => line.includes(`"${name}"`)) + 1,
      says: `${name} sets a policy, too, and two policies apply both. Take it out, or have it set none.`,
    }));
  const probes =
    /^\D*([4-9]|\d\d)/.test(listed.zod ?? '') &&
    !codeFiles(folder).some((path) => read(folder, path)?.includes('jitless'));
  return { findings, notes: probes ? [ofZod] : [] };
}

// https://zod.dev/api#zconfig: it catches the error, so nothing else is lost.
const ofZod =
  'Where browsers make a schema, Zod tries to compile code. The policy blocks that, and Zod goes on without. To have no violation in the console, call z.config({ jitless: true }) before the first schema.';
