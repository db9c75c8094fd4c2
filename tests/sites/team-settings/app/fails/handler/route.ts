import { report } from 'candor';

/** Throws, or reports what the team ignores. */
export function POST(request: Request): Response {
  if (!new URL(request.url).searchParams.has('ignored')) throw new Error('Sample error: a handler of the team failed.');
  return Response.json({ digest: report(new Error('Sample error: of no interest to the team.')) });
}
