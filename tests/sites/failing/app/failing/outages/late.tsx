export default function Late() {
  return <p>Loaded late</p>;
}
