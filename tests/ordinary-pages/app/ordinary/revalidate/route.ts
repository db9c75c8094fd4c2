import { revalidatePath, revalidateTag } from 'next/cache';

export function POST(request: Request): Response {
  const { searchParams } = new URL(request.url);
  const [path, tag] = [searchParams.get('path'), searchParams.get('tag')];
  if (path) revalidatePath(path);
  if (tag) revalidateTag(tag, 'max');
  return Response.json({ path, tag });
}
