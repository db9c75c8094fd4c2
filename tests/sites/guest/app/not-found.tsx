export default function Screen() {
  return <p>Not found.</p>;
}
