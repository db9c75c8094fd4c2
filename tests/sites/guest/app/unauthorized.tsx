export default function Screen() {
  return <p>Unauthorized.</p>;
}
