export async function getServerSideProps(): Promise<never> {
  throw new Error('adopted: pages-router');
}

export default function OldPage() {
  return null;
}
