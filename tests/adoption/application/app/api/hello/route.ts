export function GET() {
  return Response.json({ hello: 'world' });
}
