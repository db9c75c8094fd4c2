export function GET() {
  return new Response('<!doctype html><title>Mail</title><h1 style="color: green">Mail</h1>', {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}
