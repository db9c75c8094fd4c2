import { fail } from '../fail';

export { default } from '../itself';

export const generateViewport = () => fail('generateViewport');
