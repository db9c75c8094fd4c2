import { failing } from '../../fail';

export default failing('an inner layout');
