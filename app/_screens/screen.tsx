/** What every screen about a failure looks like: what happened, what it means, and what can be done now. */
export function Screen({
  title,
  children,
  actions,
}: {
  title: string;
  children: React.ReactNode;
  actions?: React.ReactNode;
}) {
  return (
    <main className="screen">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <div className="actions">{actions}</div>
    </main>
  );
}
