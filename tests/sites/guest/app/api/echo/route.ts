export const POST = async (request: Request) => new Response(await request.text());
