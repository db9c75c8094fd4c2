/** Of this package, as its package.json has it: after Next has compiled this code, nothing says which copy it came from. */
export const version = '0.1.0';
