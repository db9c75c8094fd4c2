export default function OwnForbidden() {
  return <p>Our own words: not for you.</p>;
}
