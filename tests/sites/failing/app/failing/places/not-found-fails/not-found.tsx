import { failing } from '../fail';

export default failing('not-found.tsx');
