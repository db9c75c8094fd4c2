export const dynamic = 'force-dynamic';

/** Hands on a page of the other application. */
export const GET = async () => {
  const { status, headers, body } = await fetch(new URL('/docs', process.env.ZONE_ORIGIN));
  return new Response(body, { status, headers: { 'Content-Type': headers.get('Content-Type') ?? '' } });
};
