import { failing } from '../../fail';

export default failing('a page that a link prefetched');
