import { fail } from '../fail';

export { default } from '../itself';

export const generateMetadata = () => fail('generateMetadata');
