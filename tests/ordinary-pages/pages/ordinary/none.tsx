import { Hydrated } from '../../app/ordinary/hydrated';

export default function Page() {
  return (
    <>
      <p className="jsx">Styled</p>
      <style jsx>{`
        .jsx {
          color: rgb(0, 128, 0);
        }
      `}</style>
      <Hydrated />
    </>
  );
}
