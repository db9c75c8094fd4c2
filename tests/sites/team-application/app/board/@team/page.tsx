import { Mark } from '../../../parts/mark';

export default function Team() {
  return <Mark name="team" />;
}
