export default function Page() {
  return <h1>The page itself</h1>;
}
