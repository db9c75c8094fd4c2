import { Hydrated } from '../../app/hydrated';

export default function Page() {
  return <Hydrated />;
}
