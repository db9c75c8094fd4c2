import { report } from 'candor';

export const runtime = 'edge';

export function POST(): Response {
  return Response.json({
    digest: report(new Error('Sample error: a handler of the team caught it in the edge runtime.')),
  });
}
