import { setAndFail } from '../../isolation/meet';

export const runtime = 'edge';

export async function GET(request: Request): Promise<Response> {
  const { id = '', many = '1', how = '' } = Object.fromEntries(new URL(request.url).searchParams);
  await setAndFail({ id, many: Number(many), how });
  return new Response('Done');
}
