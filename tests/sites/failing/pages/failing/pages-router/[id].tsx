import { Fails, OfLibrary } from '../../../app/failing/(team)/boundary/of-library';

/** A page of the Pages Router. */
export default function Boundary() {
  return (
    <main>
      <OfLibrary>
        <Fails name="Inside" />
      </OfLibrary>
      <Fails name="Outside" />
    </main>
  );
}
