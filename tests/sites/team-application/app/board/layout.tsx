export default function BoardLayout({ children, team, modal }: Record<'children' | 'team' | 'modal', React.ReactNode>) {
  return (
    <div>
      {children}
      {team}
      {modal}
    </div>
  );
}
