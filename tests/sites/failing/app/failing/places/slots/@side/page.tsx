import { failing } from '../../fail';

export default failing('a parallel slot');
