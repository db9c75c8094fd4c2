export default function OwnNotFound() {
  return <p>Our own words: there is no such page.</p>;
}
