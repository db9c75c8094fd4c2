/** What libraries write to the `digest` of their own errors. */
const values: Record<string, unknown> = {
  buffer: Buffer.from('2cf24dba5fb0a30e', 'hex'),
  prefixed: 'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e',
  undefined: undefined,
};

/** How they write it. */
const ways: Record<string, (digest: unknown) => Error> = {
  assigned: (digest) => Object.assign(new Error('Failing: a digest assigned.'), { digest }),
  field: (digest) =>
    new (class extends Error {
      digest = digest;
    })('Failing: a digest as a class field.'),
  frozen: (digest) => Object.freeze(Object.assign(new Error('Failing: a digest frozen.'), { digest })),
};

type Kept = { error: Error; digest: unknown; before: string };

// The process's, since Next makes several instances of this module.
const shared = globalThis as { oddErrors?: Map<string, Kept> };
const errors = (shared.oddErrors ??= new Map());

/** An error of this `way`, with this `value` as its digest, which a library goes on to use. */
export function throwKept(way = '', value = ''): never {
  const digest = values[value];
  const error = ways[way]?.(digest);
  if (error === undefined) throw new Error(`Failing: no ${way}.`);
  errors.set(`${way} ${value}`, { error, digest, before: describe(error) });
  throw error;
}

/** Whether the latest of them is as the library has made it. */
export function isUnchanged(way: string, value: string): boolean {
  const kept = errors.get(`${way} ${value}`);
  if (kept === undefined) throw new Error(`Failing: no ${way} ${value} was thrown.`);
  const { error, digest, before } = kept;
  return (error as { digest?: unknown }).digest === digest && describe(error) === before;
}

function describe(error: Error): string {
  const descriptor = { ...Object.getOwnPropertyDescriptor(error, 'digest'), value: 'compared by itself' };
  return JSON.stringify([Object.keys(error), descriptor]);
}
