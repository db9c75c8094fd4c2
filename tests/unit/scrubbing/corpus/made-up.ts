/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(20_261_121);
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const oneOf = (characters: string) => characters[Math.floor(random() * characters.length)] ?? '';
const several = (length: number, characters: string) => Array.from({ length }, () => oneOf(characters)).join('');

/** Letters and digits that were never a real secret, the same in every run. */
export const madeUp = (length: number): string => `${oneOf(letters)}7${several(length - 2, `${letters}0123456789`)}`;
export const madeUpHex = (length: number): string => `a7${several(length - 2, '0123456789abcdef')}`;
export const madeUpUpper = (length: number): string => several(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
export const madeUpDigits = (length: number): string => several(length, '123456789');
