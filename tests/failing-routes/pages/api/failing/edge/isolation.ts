/** Next keeps no storage of its own for such a handler. */
export { handle as default } from '../../../../app/failing/isolation/meet';

export const config = { runtime: 'edge' };
