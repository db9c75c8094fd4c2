export const dynamic = 'force-dynamic';

async function OrderList(): Promise<never> {
  await Promise.resolve();
  throw new Error('fault: component');
}

export default function Page() {
  return (
    <main>
      <OrderList />
    </main>
  );
}
