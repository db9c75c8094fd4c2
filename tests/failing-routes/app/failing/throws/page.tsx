// Thrown again and again, as by a promise that was kept.
const always = new Error('Odd: one error, thrown for every request.');

const odd: Record<string, () => unknown> = {
  string: () => 'Odd: a string.',
  object: () => ({ message: 'Odd: a plain object.', code: 7 }),
  null: () => null,
  undefined: () => undefined,
  frozen: () => Object.freeze(new Error('Odd: a frozen error.')),
  same: () => always,
  rethrown: () => {
    try {
      throw new Error('Odd: thrown, caught and thrown again.');
    } catch (error) {
      return error;
    }
  },
  caused: () => new Error('Odd: with a cause.', { cause: new Error('Odd: the cause.') }),
  control: () => new Error('Odd:\u001b[31m red\r\n{"level":"info","msg":"forged"}\u2028\u202e'),
  hostile: () => Object.assign(new Error('Odd: a digest of its own.'), { digest: '<img src=x onerror=alert(1)>' }),
};

export default async function Throws({ searchParams }: { searchParams: Promise<{ what?: string }> }) {
  const { what = '' } = await searchParams;
  throw odd[what]?.();
}
