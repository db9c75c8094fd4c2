import { values } from '../throws/values';

/** Lets the process fail outside of any request: with an error of this message, or with a value that cannot be read. */
export function POST(request: Request): Response {
  const { searchParams } = new URL(request.url);
  const message = searchParams.get('message') ?? '';
  const thrown = values[searchParams.get('what') ?? '']?.() ?? new Error(message);
  if (message.startsWith('rejection')) void Promise.reject(thrown);
  else
    setTimeout(() => {
      throw thrown;
    });
  return new Response(null, { status: 202 });
}
