export const dynamic = 'force-dynamic';

export const GET = () => Response.json({ data: true }, { headers: { 'X-Own': 'yes', 'Cache-Control': 'max-age=60' } });
export const PUT = () => new Response(null, { status: 204 });
export const DELETE = () => Response.json({ error: 'of the team' }, { status: 409 });
