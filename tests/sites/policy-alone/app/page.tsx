import { Hydrated } from './hydrated';

export default function Home() {
  return <Hydrated />;
}
