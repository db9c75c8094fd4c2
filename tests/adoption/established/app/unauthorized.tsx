export default function OwnUnauthorized() {
  return <p>Our own words: sign in first.</p>;
}
