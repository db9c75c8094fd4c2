export const metadata = { title: 'Boundaries' };

/** What stays when a part of the page fails. */
export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <main>
      <h1>Boundaries</h1>
      {children}
    </main>
  );
}
