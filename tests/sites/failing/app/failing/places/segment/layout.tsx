export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <h1>The rest of the page</h1>
      {children}
    </>
  );
}
