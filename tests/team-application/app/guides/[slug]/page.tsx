import { Mark } from '../../../parts/mark';

export const dynamicParams = false;
export const generateStaticParams = () => [{ slug: 'start' }];

export default async function Guide({ params }: { params: Promise<{ slug: string }> }) {
  return (
    <main>
      <h1>{(await params).slug}</h1>
      <p contentEditable suppressContentEditableWarning>
        Edit me
      </p>
      <Mark />
    </main>
  );
}
