export default function NotFound() {
  return <h1>Not in this segment</h1>;
}
