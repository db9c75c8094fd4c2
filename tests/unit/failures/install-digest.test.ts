import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test, vi } from 'vitest';
import { isEventId } from '../../../candor/src/shared/digest';
import { installDigest } from '../../../candor/src/failures/install-digest';
import { shownDigestOf } from '../../../candor/src/failures/shown-digest';

const interrupts: string[] = [];
const given: unknown[] = [];
beforeAll(() => {
  installDigest({ interrupted: (digest) => void interrupts.push(digest), given: (thrown) => void given.push(thrown) });
  installDigest(); // As `next dev` does on every change.
});

type WithDigest = Error & { digest?: unknown };
const errorWith = (digest: unknown): WithDigest => Object.assign(new Error('x'), { digest });
const digestNow = (thrown: unknown) => (thrown as { digest?: unknown }).digest;
const refuses = { defineProperty: () => false };

function thrower(): never {
  throw new Error('thrown');
}

/** The digest that React gets: the render is the store and the argument, and React calls its `onError` in it. */
function digestForReact(thrown: unknown, onError: (thrown: unknown) => unknown = digestNow): unknown {
  const render = { onError, pingedTasks: [] };
  return new AsyncLocalStorage().run(render, (request) => request.onError(thrown), render);
}

test('an error without a digest has an event id while React asks, printed with it, and nothing before or after', () => {
  const error = new Error('x');
  expect(digestNow(error)).toBeUndefined();
  const digest = digestForReact(error, () => {
    expect(inspect(error)).toContain(`digest: '${String(digestNow(error))}'`);
    return digestNow(error);
  });
  expect(digest).toSatisfy(isEventId);
  expect(digestForReact(error), 'each time').toBe(digest);
  expect(shownDigestOf(error), 'in the log').toBe(digest);
  expect(digestForReact(new Error('x')), 'of another one').not.toBe(digest);
  expect(() => digestForReact(error, thrower)).toThrow('thrown');
  expect([digestNow(error), Object.keys(error)], 'after onError has thrown').toEqual([undefined, []]);
});

test.each(['ABC123', '2338064195@E394', '0123456789abcdef0123456789abcdef', 'NEXT_REDIRECT;push;/;307;'])(
  'an error that was given %s keeps it',
  (digest) => expect(digestForReact(errorWith(digest))).toBe(digest),
);

test.each([undefined, null])('an error for which Next returns %j has no digest', (returned) => {
  expect(digestForReact(new Error('aborted'), () => returned)).toBe(returned);
});

/** Digests of libraries that are not safe to display. */
const unsafe = [Buffer.from('2cf2', 'hex'), 42, 'sha256:2cf24dba', 'LPJNul+wow4m6Dsq/Q==', 'x'.repeat(65)];
const unfit = [...unsafe, { algorithm: 'sha256' }, Symbol('digest'), null, undefined, 0, ''];

class Field extends Error {
  digest = Buffer.from('2cf2', 'hex');
}
class Getter extends Error {
  get digest() {
    return 'sha256:2cf2';
  }
}
const ofOtherRealm = (): object => runInNewContext('new Error("x")') as object;

test.each<[string, object]>([
  ...unfit.map((digest): [string, object] => [`with the digest ${inspect(digest)}`, errorWith(digest)]),
  ['frozen with a digest', Object.freeze(errorWith('sha256:2cf2'))],
  ['sealed', Object.seal(errorWith(42))],
  ['with a digest that cannot be written', Object.defineProperty(new Error('x'), 'digest', { value: 'sha256:2cf2' })],
  ['with a class field', new Field('x')],
  ['with a getter', new Getter('x')],
  ['of another realm with a digest', Object.assign(ofOtherRealm(), { digest: 42 })],
  ['a proxy that allows no property', new Proxy(errorWith(42), refuses)],
  ['a proxy that throws at properties', new Proxy(errorWith(42), { defineProperty: thrower })],
  ['of another realm', ofOtherRealm()],
  ['with a getter that throws', Object.defineProperty(new Error('x'), 'digest', { get: thrower, configurable: true })],
  ['a DOMException', new DOMException('aborted', 'AbortError')],
])('an error has the event id that is logged, and the digest that a library wrote: %s', (what, error) => {
  const own = () => (what.includes('throws') ? undefined : digestNow(error));
  const [before, property] = [own(), Object.getOwnPropertyDescriptor(error, 'digest')];
  const digest = digestForReact(error);
  expect(digest).toSatisfy(isEventId);
  expect(digest).toBe(shownDigestOf(error));
  expect(own()).toBe(before);
  expect(Object.getOwnPropertyDescriptor(error, 'digest')).toEqual(property);
});

test.each(unfit.map((digest) => [digest]))('the digest of a library is a property like any other: %o', (digest) => {
  const error = errorWith(digest);
  const asWritten = { value: digest, writable: true, enumerable: true, configurable: true };
  expect(Object.getOwnPropertyDescriptor(error, 'digest')).toEqual(asWritten);
  delete error.digest;
  expect([Object.hasOwn(error, 'digest'), error.digest]).toEqual([false, undefined]);
  expect((error.digest ??= digest), 'where there is none yet').toBe(digest);
});

test.each([
  ...[Object.freeze, Object.seal, Object.preventExtensions].map((close) => close(new Error('x'))),
  new Proxy(new Error('x'), refuses),
])('the digest of a library cannot be written to what forbids it', (error) => {
  expect(() => Object.assign(error, { digest: 1 })).toThrow(TypeError);
  expect([Object.hasOwn(error, 'digest'), digestNow(error)]).toEqual([false, undefined]);
});

const ofNoClass = Object.create(Error.prototype) as object;
const prototypes = [Error.prototype, TypeError.prototype, DOMException.prototype, ofNoClass];

test.each(prototypes)('a prototype gives its digest to no error', (prototype) => {
  const inheriting = Object.create(prototype) as object;
  const digest = digestForReact(prototype);
  expect(digestNow(inheriting)).toBeUndefined();
  expect(digestForReact(inheriting)).not.toBe(digest);
});

test('a storage that is not React’s runs its callback, keeps a run of its own class, and has no frame of ours in later stacks', () => {
  class Counting extends AsyncLocalStorage<object> {
    runs = 0;
    override run<Result>(store: object, callback: (...args: never[]) => Result, ...args: never[]): Result {
      this.runs += 1;
      return super.run(store, callback as never, ...args) as Result;
    }
  }
  const onError = () => 42;
  const store = { onError };
  for (const storage of [new AsyncLocalStorage(), new Counting()] as AsyncLocalStorage<object>[]) {
    for (const time of ['first', 'later'] as never[]) {
      const passed = storage.run(store, (...args: unknown[]) => [storage.getStore(), ...args], store as never, time);
      expect(passed).toEqual([store, store, time]);
    }
    expect(store.onError).toBe(onError);
    if (storage instanceof Counting) expect(storage.runs).toBe(2);
    else expect(storage.run(store, () => new Error('x').stack)).not.toContain('react-render');
  }
});

test('wraps the onError of a render once, though the render runs again', () => {
  const storage = new AsyncLocalStorage();
  const onError = vi.fn<(thrown: unknown) => void>();
  const render = { onError, pingedTasks: [] };
  const seen = [1, 2].map(() => storage.run(render, (request) => request.onError, render));
  expect(seen).toEqual([render.onError, render.onError]);
  render.onError(new Error('x'));
  expect(onError).toHaveBeenCalledOnce();
});

test('tells of what `notFound()` and the like throw, and of the digests that Next gives here, not in the edge runtime', () => {
  const told = [() => 'here', runInNewContext('() => "edge"') as () => string, digestNow].map((onError) => {
    given.length = interrupts.length = 0;
    digestForReact(errorWith('NEXT_HTTP_ERROR_FALLBACK;404'), onError);
    return [given.length, ...interrupts];
  });
  expect(told).toEqual([[1], [0], [0, 'NEXT_HTTP_ERROR_FALLBACK;404']]);
});
