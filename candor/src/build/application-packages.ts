import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../shared/error-parts.js';

type Resolver = ReturnType<typeof createRequire>;
type Manifest = { version: string; exports: Record<string, { import?: { default?: string } } | undefined> };

/** The version of a package as the application resolves it; `@sentry/core` is that of its SDK. */
export function installedVersion(name: string, application: string): string {
  if (name === 'node') return process.versions.node;
  const resolver = name === '@sentry/core' ? sdkOf(application) : requireFrom(application);
  const { version }: Manifest = resolver(`${name}/package.json`);
  return version;
}

export function requireFrom(application: string): Resolver {
  return createRequire(join(application, 'package.json'));
}

/**
 * Absolute files for Candor's imports of other packages, none of which the Turbopack of Next 16.2 follows out of a package. The SDK's
 * core keeps its state by version: a team's `captureException` reaches Candor only through the copy that its `@sentry/nextjs` uses.
 */
export function packageAliases(application: string): Record<string, string> {
  const sdk = sdkOf(application);
  const absent = fileURLToPath(new URL('../outbox/redis/absent-client.js', import.meta.url));
  return {
    '#sentry/core': moduleFile(sdk, '@sentry/core', '.'),
    '#sentry/core/server': moduleFile(sdk, '@sentry/core', './server'),
    '#redis/client': resolved(requireFrom(application), '@redis/client') ?? absent,
  };
}

const sdkOf = (application: string) => createRequire(requireFrom(application).resolve('@sentry/nextjs/package.json'));

/** The file with ES modules, whose unused parts a bundler leaves out. Node resolves the CommonJS one here. */
function moduleFile(resolver: Resolver, name: string, wanted: string): string {
  const manifest = resolver.resolve(`${name}/package.json`);
  const { exports }: Manifest = resolver(manifest);
  const part = wanted in exports ? wanted : '.'; // In 10.52 the SDK's core has one part, with everything.
  const file = exports[part]?.import?.default;
  return file === undefined ? resolver.resolve(join(name, part)) : join(dirname(manifest), file);
}

function resolved(resolver: Resolver, name: string): string | undefined {
  try {
    return resolver.resolve(name);
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
