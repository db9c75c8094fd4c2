export async function getServerSideProps(): Promise<never> {
  await Promise.resolve();
  throw new Error('fault: pages router');
}

export default function OldPage() {
  return null;
}
