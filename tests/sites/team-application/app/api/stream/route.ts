export function GET() {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const part of ['one', 'two', 'three']) {
        controller.enqueue(new TextEncoder().encode(`${part}\n`));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
