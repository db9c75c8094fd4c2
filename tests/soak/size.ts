/**
 * The long form of a case: `SOAK=long npm test -- soak`, and `npm run test:wide` after everything else. `npm test` runs the short form. A case that
 * has no short form is declared under this condition: `if (isLong) test(…)`, since one that is skipped counts in the sum.
 */
export const isLong = process.env.SOAK === 'long';

/** Of the long form, with more events for more kills: `SOAK=long SOAK_KILLS=100 npm test -- soak`. */
export const killsOfLong = Number(process.env.SOAK_KILLS ?? 3);
