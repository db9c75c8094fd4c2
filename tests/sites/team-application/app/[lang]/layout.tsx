export const generateStaticParams = () => [{ lang: 'de' }, { lang: 'fr' }];

type Props = { children: React.ReactNode; params: Promise<{ lang: string }> };

export default async function LangLayout({ children, params }: Props) {
  return <div lang={(await params).lang}>{children}</div>;
}
