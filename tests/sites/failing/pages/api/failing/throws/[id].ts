export default function throws(): never {
  throw new Error('Failing: an API route of the Pages Router threw.');
}
