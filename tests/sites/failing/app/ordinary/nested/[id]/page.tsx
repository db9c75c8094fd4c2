import { Hydrated } from '../../../hydrated';

export const generateStaticParams = () => [{ id: 'built' }];

/** Shows what sanitizers let through. */
export default function Page() {
  return (
    <>
      <div dangerouslySetInnerHTML={{ __html: `${'<b>'.repeat(20_000)}${'</b>'.repeat(20_000)}` }} />
      <Hydrated />
    </>
  );
}
