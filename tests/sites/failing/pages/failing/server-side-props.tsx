export async function getServerSideProps(): Promise<never> {
  throw new Error('Failing: getServerSideProps.');
}

export default function Page() {
  return <h1>The page itself</h1>;
}
