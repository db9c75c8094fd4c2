export default function Screen() {
  return <p>Forbidden.</p>;
}
