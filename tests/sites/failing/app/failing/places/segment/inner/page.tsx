import { failing } from '../../fail';

export default failing('a page below error.tsx');
