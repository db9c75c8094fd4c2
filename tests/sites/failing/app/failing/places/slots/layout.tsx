export default function Layout({ children, side }: { children: React.ReactNode; side: React.ReactNode }) {
  return (
    <>
      {children}
      {side}
    </>
  );
}
