export const revalidate = 60;

export const generateStaticParams = () => [];

/** A handler whose response Next keeps, if it has one. */
export async function GET(_: Request, { params }: { params: Promise<{ what: string }> }): Promise<Response> {
  const { what } = await params;
  if (what === 'string') throw 'Failing: a cached handler threw a string.';
  throw new Error('Failing: a cached handler threw.');
}
