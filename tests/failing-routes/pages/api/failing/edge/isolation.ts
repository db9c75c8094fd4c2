import { setAndFail } from '../../../../app/failing/isolation/meet';

export const config = { runtime: 'edge' };

/** Next keeps no storage of its own for such a handler. */
export default async function handler(request: Request): Promise<Response> {
  const { id = '', many = '1', how = '' } = Object.fromEntries(new URL(request.url).searchParams);
  await setAndFail({ id, many: Number(many), how });
  return new Response('Done');
}
