export default function OwnError() {
  return <p>Our own words: an error.</p>;
}
