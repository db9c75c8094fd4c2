import { Mark } from '../../parts/mark';

export default function Steps() {
  return <Mark />;
}
