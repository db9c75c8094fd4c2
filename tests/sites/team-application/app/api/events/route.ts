/** Sends one event, and stays open until its client leaves. */
export function GET(request: Request) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`data: ${Date.now()}\n\n`));
      request.signal.addEventListener('abort', () => controller.close());
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-transform' } });
}
