import { tested } from '../../candor/src/internals/patches';
import { CommandError } from '../run/cli';
import { newest } from './order-versions';
import type { PublishedVersions } from './published-versions';

/** What a copy of this application is built with, where that differs from what is installed here. */
export type VersionSet = {
  name: string;
  packages: Readonly<Record<string, string>>;
  bundler: 'turbopack' | 'webpack';
};

// Packages that only work together at one version, by the one that is named.
const together: Readonly<Record<string, readonly string[]>> = {
  next: ['next'],
  react: ['react', 'react-dom'],
  '@sentry/nextjs': ['@sentry/nextjs', '@sentry/core'],
  typescript: ['typescript'],
};

type Wanted = (published: PublishedVersions) => Promise<Record<string, string>>;

// `eslint-config-next` stays as it is: it has no release for each canary, and lints nothing that runs.
const named: Readonly<Record<string, Wanted>> = {
  installed: async () => ({}),
  oldest: async () => ({
    next: `${tested.next[0]}.0`,
    react: `${tested.react[0]}.0`,
    '@sentry/nextjs': `${tested['@sentry/core'][0]}.0`,
  }),
  newest: async (published) => ({
    next: await newestOf('next', 'release', published),
    react: await newestOf('react', 'release', published),
  }),
  canary: async (published) => ({ next: await newestOf('next', 'canary', published) }),
  sdk: async (published) => ({ '@sentry/nextjs': await newestOf('@sentry/nextjs', 'release', published) }),
  typescript: async (published) => ({ typescript: await newestOf('typescript', 'release', published) }),
  webpack: async () => ({}),
};

/**
 * The sets that these arguments ask for: a name is a set of its own, and all `package@version` are one more. Without arguments
 * it is every named set.
 * @throws CommandError for anything else
 */
export async function setsToRun(args: readonly string[], published: PublishedVersions): Promise<VersionSet[]> {
  const unknown = args.filter((arg) => !(arg in named) && splitSpec(arg) === undefined);
  if (unknown.length > 0) {
    const packages = Object.keys(together).map((name) => `${name}@…`);
    throw new CommandError(
      `Unknown versions: ${unknown.join(', ')}. Expected ${[...Object.keys(named), ...packages].join(', ')}.`,
    );
  }
  const names = args.length === 0 ? Object.keys(named) : args.filter((arg) => arg in named);
  const sets: VersionSet[] = [];
  for (const name of names) {
    const packages = withPartners((await named[name]?.(published)) ?? {});
    sets.push({ name, packages, bundler: name === 'webpack' ? 'webpack' : 'turbopack' });
  }
  const specs = Object.fromEntries(args.flatMap((arg) => (splitSpec(arg) ? [splitSpec(arg) as [string, string]] : [])));
  if (Object.keys(specs).length > 0) {
    sets.push({
      name: Object.entries(specs)
        .map((spec) => spec.join('@'))
        .join(' '),
      packages: withPartners(specs),
      bundler: 'turbopack',
    });
  }
  return sets;
}

function splitSpec(arg: string): [name: string, version: string] | undefined {
  const [, name = '', version = ''] = /^(.+)@([^@]+)$/.exec(arg) ?? [];
  return name in together ? [name, version] : undefined;
}

function withPartners(packages: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(packages).flatMap(([name, version]) => (together[name] ?? []).map((each) => [each, version])),
  );
}

async function newestOf(name: string, kind: 'release' | 'canary', published: PublishedVersions): Promise<string> {
  const version = newest(await published(name), kind);
  if (version === undefined) throw new CommandError(`The npm registry lists no ${kind} of ${name}.`);
  return version;
}
