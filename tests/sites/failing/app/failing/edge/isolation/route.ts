export { handle as GET } from '../../isolation/meet';

export const runtime = 'edge';
