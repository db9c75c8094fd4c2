import { Evals } from './evals';

export default function Page() {
  return <Evals />;
}
