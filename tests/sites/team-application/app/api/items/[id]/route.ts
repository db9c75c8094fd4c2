export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return Response.json({ id: (await params).id });
}
