import { Hydrated } from '../../hydrated';

export const generateStaticParams = () => [{ where: 'built' }];

/** Shows what a visitor wrote as it is, which no application should. The server makes it for a path that the build does not know. */
export default async function Page({ params }: { params: Promise<{ where: string }> }) {
  const { where } = await params;
  const written = where === 'built' ? '' : `<script>window.injected = ${JSON.stringify(where)}</script>`;
  return (
    <>
      <div dangerouslySetInnerHTML={{ __html: written }} />
      <Hydrated />
    </>
  );
}
