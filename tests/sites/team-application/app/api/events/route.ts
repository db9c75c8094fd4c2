export function GET(request: Request) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = () => controller.enqueue(new TextEncoder().encode(`data: ${Date.now()}\n\n`));
      send();
      const timer = setInterval(send, 50);
      request.signal.addEventListener('abort', () => {
        clearInterval(timer);
        controller.close();
      });
    },
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform' },
  });
}
