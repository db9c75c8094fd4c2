import { revalidatePath, revalidateTag } from 'next/cache';

export async function POST(request: Request) {
  const { path, tag } = (await request.json()) as { path?: string; tag?: string };
  if (path) revalidatePath(path);
  if (tag) revalidateTag(tag, 'max');
  return Response.json({ path, tag });
}
