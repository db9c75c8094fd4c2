export { fail as GET, fail as POST } from '../../answers/fail';

export const runtime = 'edge';
