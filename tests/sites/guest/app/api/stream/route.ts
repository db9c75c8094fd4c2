export const dynamic = 'force-dynamic';

export function GET() {
  const parts = ['one', 'two', 'three'];
  return new Response(
    new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    }),
  );
}
