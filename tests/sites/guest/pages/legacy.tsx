export const getServerSideProps = () => ({ props: { name: 'Legacy' } });

export default function Page({ name }: { name: string }) {
  return <h1>{name}</h1>;
}
