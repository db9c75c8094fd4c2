import { Mark } from './mark';

/** A page with its heading, and with what says when React has taken it over. */
export function Page({ title, children }: { title: React.ReactNode; children?: React.ReactNode }) {
  return (
    <main>
      <h1>{title}</h1>
      {children}
      <Mark />
    </main>
  );
}
