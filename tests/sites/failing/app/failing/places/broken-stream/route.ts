/** Sends its head and a part of its body; then it breaks, or goes on until its client leaves. */
export function GET(request: Request): Response {
  const isEndless = new URL(request.url).searchParams.has('endless');
  const part = new TextEncoder().encode('A part of it. ');
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(part),
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (isEndless) controller.enqueue(part);
      else controller.error(new Error('Failing: the stream of a route handler broke.'));
    },
  });
  return new Response(body);
}
