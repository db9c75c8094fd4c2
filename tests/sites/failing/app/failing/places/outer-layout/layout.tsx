import { failing } from '../fail';

export default failing('an outer layout');
