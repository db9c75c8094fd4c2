export const revalidate = 3600;
export const generateStaticParams = () => [{ id: 'built' }];

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <h1>{(await params).id}</h1>;
}
