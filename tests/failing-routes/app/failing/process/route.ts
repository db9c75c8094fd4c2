/** Lets the process fail outside of any request. */
export function POST(request: Request): Response {
  const message = new URL(request.url).searchParams.get('message') ?? '';
  if (message.startsWith('rejection')) void Promise.reject(new Error(message));
  else
    setTimeout(() => {
      throw new Error(message);
    });
  return new Response(null, { status: 202 });
}
