export async function POST(request: Request) {
  const file = (await request.formData()).get('file') as File;
  return Response.json({ name: file.name, size: file.size });
}
