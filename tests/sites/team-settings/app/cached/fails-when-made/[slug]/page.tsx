export const generateStaticParams = () => [{ slug: 'built' }];

/** Fails while the server makes the page of a slug that the build does not know. */
export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  if (slug !== 'built') throw new Error(`Sample error: the page of ${slug} cannot be made.`);
  return <p>{slug}</p>;
}
