import { Hydrated } from '../../hydrated';

export default function Page() {
  return <Hydrated />;
}
