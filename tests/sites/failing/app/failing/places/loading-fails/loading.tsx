import { failing } from '../fail';

export default failing('loading.tsx');
