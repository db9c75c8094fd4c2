/** As in package.json: after Next has compiled this code, nothing says which copy it came from. */
export const version = '0.1.0';
