export default function MarketingLayout({ children }: { children: React.ReactNode }) {
  return <section style={{ padding: 8, ['--gap' as string]: '4px' }}>{children}</section>;
}
