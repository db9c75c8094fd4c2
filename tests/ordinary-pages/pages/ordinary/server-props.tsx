import { Hydrated } from '../../app/ordinary/hydrated';

export const getServerSideProps = () => ({ props: { now: new Date().toISOString() } });

export default function Page({ now }: { now: string }) {
  return (
    <>
      <time style={{ color: 'green' }}>{now}</time>
      <style jsx>{`
        time {
          margin: 1px;
        }
      `}</style>
      <Hydrated />
    </>
  );
}
