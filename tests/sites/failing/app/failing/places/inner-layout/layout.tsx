export default function Layout({ children }: { children: React.ReactNode }) {
  return <section aria-label="The outer layout">{children}</section>;
}
