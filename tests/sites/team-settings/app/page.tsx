export default function Home() {
  return <h1>Built</h1>;
}
