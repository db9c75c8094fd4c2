// Thrown again and again, as by a promise that was kept.
const always = new Error('Failing: one error, thrown for every request.');

const fail = () => {
  throw new Error('Failing: a trap.');
};

export const values: Record<string, () => unknown> = {
  string: () => 'Failing: a string.',
  object: () => ({ message: 'Failing: a plain object.', code: 7 }),
  null: () => null,
  undefined: () => undefined,
  frozen: () => Object.freeze(new Error('Failing: a frozen error.')),
  same: () => always,
  rethrown: () => {
    try {
      throw new Error('Failing: thrown, caught and thrown again.');
    } catch (error) {
      return error;
    }
  },
  caused: () => new Error('Failing: with a cause.', { cause: new Error('Failing: the cause.') }),
  control: () => new Error('Failing:\u001b[31m red\r\n{"level":"info","msg":"forged"}\u2028\u202e'),
  hostile: () => Object.assign(new Error('Failing: a digest of its own.'), { digest: '<img src=x onerror=alert(1)>' }),
  symbol: () => Symbol('Failing: a symbol.'),
  proxy: () =>
    new Proxy({}, { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail, getOwnPropertyDescriptor: fail }),
  message: () => Object.defineProperty(new Error(), 'message', { get: fail }),
};
