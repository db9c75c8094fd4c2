/** For places where not the page fails, but something around it. */
export default function Page() {
  return <h1>The page itself</h1>;
}
