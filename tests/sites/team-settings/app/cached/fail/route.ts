import { state } from '../state';

export async function POST(request: Request): Promise<Response> {
  state.isFailing = (await request.text()) === 'on';
  return Response.json(state);
}
