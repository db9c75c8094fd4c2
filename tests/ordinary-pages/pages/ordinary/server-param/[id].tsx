import { Hydrated } from '../../../app/ordinary/hydrated';

export const getServerSideProps = ({ params }: { params: { id: string } }) => ({ props: { id: params.id } });

export default function Page({ id }: { id: string }) {
  return (
    <>
      <p>{id}</p>
      <Hydrated />
    </>
  );
}
