/** From here on the development server resolves no frames for Candor. */
export function POST(): Response {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    String(input).includes('original-stack-frames')
      ? Promise.resolve(new Response(null, { status: 404 }))
      : fetch(input, init);
  return new Response(null, { status: 202 });
}
