import { setAndFail } from '../meet';

type Props = { searchParams: Promise<{ id: string; many: string; how: string }> };

export default async function Page({ searchParams }: Props) {
  const { id, many, how } = await searchParams;
  await setAndFail({ id, many: Number(many), how });
  return <h1>Done</h1>;
}
