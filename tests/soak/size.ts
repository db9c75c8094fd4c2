/** The long form is for `npm run soak`; the short one is part of `npm test`. */
export const isLong = process.env.SOAK === 'long';
