import { Controls } from './controls';

/** Ordinary ways to call Server Actions, to load a part of a page late, and to go to another page. */
export default function Outages() {
  return <Controls />;
}
