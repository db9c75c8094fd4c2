export default function BoardLayout({
  children,
  team,
  modal,
}: {
  children: React.ReactNode;
  team: React.ReactNode;
  modal: React.ReactNode;
}) {
  return (
    <div>
      {children}
      {team}
      {modal}
    </div>
  );
}
