export const dynamicParams = false;

export const generateStaticParams = () => ['10', '100', '1000', '5000'].map((kb) => ({ kb }));

/** A document has each text twice: as markup, and in a script for the router. */
const bytesOfText = 850;
const text = 'All of it is of this page alone. '.repeat(12);

export default async function Page({ params }: { params: Promise<{ kb: string }> }) {
  const { kb } = await params;
  const texts = Math.ceil((Number(kb) * 1_000) / bytesOfText);
  return (
    <main>
      {Array.from({ length: texts }, (_, index) => (
        <p key={index}>{text}</p>
      ))}
    </main>
  );
}
