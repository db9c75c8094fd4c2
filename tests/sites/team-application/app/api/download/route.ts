export function GET() {
  return new Response('a,b\n1,2\n', {
    headers: { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="a.csv"' },
  });
}
