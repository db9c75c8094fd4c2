export { fail as GET, fail as POST } from './fail';
