export function POST(request: Request): never {
  if (new URL(request.url).searchParams.has('ignored')) throw new Error('Sample error: of no interest to the team.');
  throw new Error('Sample error: a handler of the team failed.');
}
