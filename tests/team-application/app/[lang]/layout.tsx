export const generateStaticParams = () => [{ lang: 'de' }, { lang: 'fr' }];

export default async function LangLayout({
  children,
  params,
}: {
  children: React.ReactNode;
  params: Promise<{ lang: string }>;
}) {
  return <div lang={(await params).lang}>{children}</div>;
}
